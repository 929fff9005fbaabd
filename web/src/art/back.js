/** The backs of cards, to choose from. The edge is left free: there the paper is seen. */

/** A ground with a fine line inside of its edge. */
function ground(colour, line, content) {
    return `<rect x='7' y='7' width='86' height='126' rx='6' fill='${colour}'/>`
        + `<rect x='11' y='11' width='78' height='118' rx='3' fill='none' stroke='${line}' stroke-opacity='.55'/>${content}`;
}

/** The deck itself: one dot for 1, two for 2, down to ten. */
function triangle() {
    const dots = [];
    for (let row = 0; row < 10; row++)
        for (let i = 0; i <= row; i++)
            dots.push(`M${(50 + (i - row / 2) * 7.4).toFixed(1)} ${(31 + row * 8.8).toFixed(1)}h.01`);
    return ground('#b4432d', '#f8dcae', `<path d='${dots.join('')}' stroke='#f8dcae' stroke-width='5' stroke-linecap='round'/>`);
}

/** Diamonds within diamonds, as a woven ribbon. */
function lattice() {
    return ground('#28407f', '#c4d6ff', "<defs><pattern id='d' width='15.6' height='23.6' x='11' y='11' patternUnits='userSpaceOnUse'>"
        + "<path d='M7.8 1L14.8 11.8L7.8 22.6L.8 11.8Z' fill='none' stroke='#8fadf2' stroke-width='1.3'/><path d='M7.8 7.8L10.6 11.8L7.8 15.8L5 11.8Z' fill='#f0c66a'/></pattern></defs>"
        + "<rect x='11' y='11' width='78' height='118' rx='3' fill='url(#d)'/>");
}

/** Two suns, one rising and one setting: the same both ways up. */
function suns() {
    const rays = Array.from({ length: 9 }, (unused, i) => {
        const angle = (i / 8) * Math.PI;
        const [x, y] = [Math.cos(angle), -Math.sin(angle)];
        return `M${(50 + 17 * x).toFixed(1)} ${(70 + 17 * y).toFixed(1)}L${(50 + 32 * x).toFixed(1)} ${(70 + 32 * y).toFixed(1)}`;
    });
    const sun = `<g id='u'><path d='M38 70a12 12 0 0 1 24 0Z' fill='#ffd987'/><path d='${rays.join('')}' stroke='#ffd987' stroke-width='3' stroke-linecap='round'/>`
        + "<path d='M17 20q16.5 12 33 0q16.5 12 33 0' fill='none' stroke='#9fdcc4' stroke-width='2.2'/></g>";
    return ground('#145c57', '#9fdcc4', `${sun}<use href='#u' transform='rotate(180 50 70)'/><path d='M15 70H85' stroke='#145c57' stroke-width='5'/>`);
}

export const BACKS = { triangle: triangle(), lattice: lattice(), suns: suns() };
