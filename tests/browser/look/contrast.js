/**
 * In the page: text that is too faint on what lies behind it, whatever that is: felt, gradients and pictures are measured as they are
 * drawn. `write` says what text there is and takes its ink away; from a picture of what is left `read` says what is too faint, and gives
 * the ink back.
 */
globalThis.contrast = (() => {
    /** What WCAG asks of text, and of text that is large or only a sign. */
    const [TEXT, LARGE] = [4.5, 3];
    /** Of the pixels behind a text so many may be worse: the edge of what it stands on. */
    const WORSE = 0.2;

    const NO_INK = new CSSStyleSheet();
    NO_INK.replaceSync('*, *::before, *::after { color: transparent !important; text-shadow: none !important; transition: none !important }');
    let written = [];

    const one = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

    /** Red, green, blue and alpha, each up to 255, however a style says it. */
    function colourOf(words) {
        one.clearRect(0, 0, 1, 1);
        one.fillStyle = words;
        one.fillRect(0, 0, 1, 1);
        return [...one.getImageData(0, 0, 1, 1).data];
    }

    function luminance(colour) {
        const [red, green, blue] = colour.map((value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }

    function ratio(ink, paper) {
        const seen = paper.map((value, i) => value + (ink[i] - value) * ink[3] / 255);
        const [dark, light] = [luminance(seen), luminance(paper)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    }

    function opacityOf(element) {
        return element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
    }

    function isRead(element, { left, top, width, height }) {
        const [hit] = globalThis.measure.at(left + width / 2, top + height / 2);
        return hit && (hit.contains(element) || element.contains(hit)) && !element.closest(':disabled, [aria-disabled=true]');
    }

    function boxesOf(node) {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].filter((box) => box.width >= 1 && box.height >= 1 && isRead(node.parentElement, box));
    }

    function textOf(node) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest('svg') || !globalThis.measure.isSeen(element))
            return null;
        const boxes = boxesOf(node);
        if (!boxes.length)
            return null;
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24) || !/[\p{L}\p{N}]/u.test(node.data);
        const [red, green, blue, alpha] = colourOf(color);
        return { node, name: globalThis.measure.nameOf(element), words: node.data.trim(), ink: [red, green, blue, alpha * opacityOf(element)], least: isLarge ? LARGE : TEXT, boxes };
    }

    /** Gathers all text and takes its ink away. */
    function write() {
        const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
        written = [];
        while (walker.nextNode()) {
            const text = textOf(walker.currentNode);
            if (text)
                written.push(text);
        }
        document.adoptedStyleSheets.push(NO_INK);
    }

    /** How well a text reads on the pixels behind it, but for the worst of them. */
    function readable({ ink, boxes }, picture) {
        const ratios = boxes.flatMap(({ left, top, right, bottom }) => {
            const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
            const [width, height] = [Math.min(innerWidth, Math.round(right)) - x, Math.min(innerHeight, Math.round(bottom)) - y];
            if (width < 1 || height < 1)
                return [];
            const { data } = picture.getImageData(x, y, width, height);
            return Array.from({ length: width * height }, (_none, i) => ratio(ink, [...data.subarray(4 * i, 4 * i + 3)]));
        });
        return ratios.sort((a, b) => a - b)[Math.floor(ratios.length * WORSE)] ?? Infinity;
    }

    function isThere({ node, boxes }) {
        return node.isConnected && JSON.stringify(boxesOf(node)) === JSON.stringify(boxes);
    }

    /** What of the text that was there is too faint on a picture without it, which is base64 of a PNG as large as the window; null if it has moved since. */
    async function read(base64) {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== NO_INK);
        if (!written.every(isThere))
            return null;
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' }));
        const picture = new OffscreenCanvas(innerWidth, innerHeight).getContext('2d', { willReadFrequently: true });
        picture.drawImage(image, 0, 0, innerWidth, innerHeight);
        return written.map((text) => ({ ...text, found: readable(text, picture) })).filter(({ found, least }) => found < least)
            .map(({ name, words, found, least }) => ({ kind: 'contrast', what: `${name}, ${document.documentElement.dataset.theme}`, more: `${found.toFixed(1)} of ${least}: ${words.slice(0, 40)}` }));
    }

    return { write, read };
})();
