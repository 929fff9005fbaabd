/** Pictures of the page as a file of their own: with the colours that they have here. */

const SVG = 'http://www.w3.org/2000/svg';
const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'opacity'];
const HEAD = 28;
const GAP = 16;

/** A copy that needs no style sheet. */
function copy(element) {
    const twin = element.cloneNode(true);
    const from = [element, ...element.querySelectorAll('*')];
    [twin, ...twin.querySelectorAll('*')].forEach((node, i) => {
        const style = getComputedStyle(from[i]);
        for (const name of KEPT)
            node.setAttribute(name, style.getPropertyValue(name));
        node.removeAttribute('class');
    });
    return twin;
}

function text(words, y, style) {
    const node = document.createElementNS(SVG, 'text');
    node.textContent = words;
    for (const [name, value] of Object.entries({ x: 8, y, 'font-size': '16px', 'font-family': style.fontFamily, fill: style.color }))
        node.setAttribute(name, value);
    return node;
}

/**
 * Several figures, one below the other, as the text of an SVG.
 * @param {Iterable<Element>} figures each a <figure> of chart.js
 */
export function picture(figures) {
    const root = document.createElementNS(SVG, 'svg');
    const style = getComputedStyle(document.body);
    const ground = document.createElementNS(SVG, 'rect');
    let y = 0;
    let width = 0;
    root.append(ground);
    for (const each of figures) {
        const drawing = copy(each.querySelector('svg'));
        root.append(text(each.querySelector('figcaption').textContent, y + 20, style));
        drawing.setAttribute('y', y + HEAD);
        root.append(drawing);
        width = Math.max(width, Number(drawing.getAttribute('width')));
        y += HEAD + Number(drawing.getAttribute('height')) + GAP;
    }
    for (const [name, value] of Object.entries({ width, height: y }))
        [root, ground].forEach((node) => node.setAttribute(name, value));
    ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`;
}
