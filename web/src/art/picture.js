/** Drawings as pictures of a style sheet: each is then a single element, and a browser draws a picture again at once. */

/**
 * The value of a CSS property, from the inside of an <svg>.
 * @param {string} box its viewBox
 * @param {string} content with ' around attributes, never "
 */
export function picture(box, content) {
    const whole = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${box}'>${content}</svg>`;
    return `url("data:image/svg+xml,${whole.replace(/[%#<>]/g, encodeURIComponent)}")`;
}

/** Adds rules to the page, by their selectors. */
export function addPictures(pictures) {
    const sheet = new CSSStyleSheet();
    for (const [selector, image] of pictures)
        sheet.insertRule(`${selector} { background-image: ${image}; }`);
    document.adoptedStyleSheets.push(sheet);
}
