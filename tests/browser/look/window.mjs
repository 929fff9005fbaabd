/** A window that can get another size without a new page: a narrow one is that of a phone, which is touched. */

const PHONE = 600;

export class Window {
    #page;
    #cdp;

    constructor(page, cdp) {
        this.#page = page;
        this.#cdp = cdp;
    }

    /** That of a page in which look/play.js is. */
    static async of(page) {
        return new Window(page, await page.context().newCDPSession(page));
    }

    async resize(width, height, deviceScaleFactor = 1) {
        const mobile = width < PHONE;
        await this.#cdp.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
        await this.#cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile });
        await this.#page.evaluate(([wide, high]) => globalThis.player.fit(wide, high), [width, height]);
    }

    /** What is seen in it, as `png` or `jpeg`. */
    async picture(format) {
        return Buffer.from((await this.#cdp.send('Page.captureScreenshot', { format, quality: 90 })).data, 'base64');
    }
}
