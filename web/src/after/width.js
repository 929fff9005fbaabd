/** As wide as a picture may be: what there is room for, up to what reads well. */
export function chartWidth() {
    return Math.max(240, Math.min(560, document.documentElement.clientWidth - 58));
}
