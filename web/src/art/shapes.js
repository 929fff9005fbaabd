/** The few shapes that everything is drawn with, as SVG in text. */

export function circle(x, y, r, fill) {
    return `<circle cx='${x}' cy='${y}' r='${r}' fill='${fill}'/>`;
}

export function oval(x, y, rx, ry, fill) {
    return `<ellipse cx='${x}' cy='${y}' rx='${rx}' ry='${ry}' fill='${fill}'/>`;
}

export function area(d, fill) {
    return `<path d='${d}' fill='${fill}'/>`;
}

export function line(d, colour, width = 1.6) {
    return `<path d='${d}' fill='none' stroke='${colour}' stroke-width='${width}' stroke-linecap='round' stroke-linejoin='round'/>`;
}

/** The left half, and the same on the right of a middle. */
export function both(half, middle = 30) {
    return `${half}<g transform='matrix(-1 0 0 1 ${2 * middle} 0)'>${half}</g>`;
}
