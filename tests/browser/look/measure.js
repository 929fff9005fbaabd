/**
 * In the page: what is wrong with what is seen at this moment. Everything is measured, nothing is known of any game. Each fault is
 * `{kind, what, more}`: `what` names the element so that the same fault has the same name at every table, `more` says how much.
 */
globalThis.measure = (() => {
    /** Pixels by which something may be off: browsers round. */
    const SLACK = 1;
    /** What boxes may have in common: corners of cards that lie slanted. */
    const TOUCHING = 4;
    /** So far from its beginning and its end a text is still read. */
    const END = 3;
    /** What stands at a score keeps so far from the window's edge. */
    const CLEAR = 2;
    const PHONE = 600;
    const TARGET = 40;
    /** What of a card in a fan has to be free, to be read and hit. */
    const STRIP = 14;
    /** One's own cards, while there are few of them, are at least so high. */
    const FEW = 7;
    const HEIGHTS = [[PHONE, 96], [1400, 96], [Infinity, 150]];
    /** What opens over the table, and may scroll. */
    const OVER = '.panel, dialog, [popover], .settlement, .log, .trouble';

    /** What stands on its own on the table, and in what is said at the end of a hand or a game. */
    const STANDING = ['.seat, .plate, .felt [data-spot], .felt [data-rank], .pile, .pot, .prompt, .bar, .table button, .table a, .says, .bubble',
        '.settlement > *, .result-end > *, .result-figure .portrait, .result-figure .card'];

    /** Things that words are written on. */
    const PAPER = 'button, .bar, .plate, .prompt, .tips, .settlement';

    /** Things that let clicks through are seen all the same. It is there all the time, since to put it there takes longer than to look. */
    const SOLID = new CSSStyleSheet();
    SOLID.replaceSync('*, *::before, *::after { pointer-events: auto !important }');
    document.adoptedStyleSheets.push(SOLID);

    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const isPhone = () => innerWidth < PHONE;

    function isSeen(element) {
        return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.heard, .skip:not(:focus)');
    }

    /** What people would call it, the same for every seat and rank. */
    function nameOf(element) {
        if (!element)
            return 'nothing';
        const card = element.closest('[data-rank]');
        if (card)
            return `card of ${placeOf(card)}`;
        const seat = element.closest('.seat');
        const zone = element.closest('[data-spot]');
        const own = (one) => one.localName + [...one.classList].map((word) => `.${word}`).join('');
        const place = seat ? `${seat.classList.contains('own') ? 'own' : 'other'} seat, ` : zone ? `${placeOf(zone)}, ` : '';
        return place + (element.classList.length ? own(element) : element.parentElement ? `${own(element.parentElement)} > ${own(element)}` : own(element));
    }

    function placeOf(element) {
        return element.closest('[data-spot]')?.dataset.spot.split('/')[0] ?? '?';
    }

    /** Whether an element itself paints something: what only holds others covers nothing. */
    function paints(element) {
        if (element.closest('svg') || ['IMG', 'CANVAS', 'INPUT', 'SELECT'].includes(element.tagName))
            return true;
        const style = getComputedStyle(element);
        const clear = /^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) && style.backgroundImage === 'none';
        const framed = style.borderTopWidth !== '0px' && style.borderTopStyle !== 'none';
        return !clear || framed || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    }

    /** What is seen at a point, topmost first. */
    function at(x, y) {
        return document.elementsFromPoint(x, y).filter((element) => paints(element) && getComputedStyle(element).opacity > 0.05);
    }

    /** The turning and stretching of an element, with that of what it lies in, but not where it is. */
    function slantOf(element) {
        let matrix = new DOMMatrix();
        for (let one = element; one && !one.matches('.felt'); one = one.parentElement) {
            const { transform, rotate, scale } = getComputedStyle(one);
            let own = new DOMMatrix();
            if (rotate !== 'none')
                own = own.rotate(parseFloat(rotate));
            if (scale !== 'none')
                own = own.scale(...scale.split(' ').map(Number));
            own = own.multiply(new DOMMatrix(transform === 'none' ? '' : transform));
            own.e = 0;
            own.f = 0;
            matrix = own.multiply(matrix);
        }
        return matrix;
    }

    /** A point of a card, by parts of its width and height, wherever and however it lies. */
    function pointOf(card, across, down) {
        const { left, top, width, height } = card.getBoundingClientRect();
        const { x, y } = slantOf(card).transformPoint({ x: (across - 0.5) * card.offsetWidth, y: (down - 0.5) * card.offsetHeight });
        return [left + width / 2 + x, top + height / 2 + y];
    }

    function cardsOf(you) {
        return all(`.felt [data-spot$="/${you}"] [data-rank]`).filter((card) => !card.parentElement.closest('[data-rank]') && isSeen(card));
    }

    /** Cards of a zone that lie right upon each other are a heap, of which only the topmost is to be seen. */
    function isBuried(card, zone) {
        const { left, top } = card.getBoundingClientRect();
        return zone.slice(zone.indexOf(card) + 1).some((other) => {
            const box = other.getBoundingClientRect();
            return Math.abs(box.left - left) < STRIP / 2 && Math.abs(box.top - top) < STRIP / 2;
        });
    }

    /** Nothing lies on one's own cards but one's own cards, and of each one reads what it is, if only on another that is the same. */
    function covered(you) {
        const faults = [];
        const own = cardsOf(you);
        for (const card of own) {
            const spot = card.closest('[data-spot]');
            const zone = own.filter((other) => spot.contains(other));
            if (isBuried(card, zone))
                continue;
            const hidden = coverOf(card, zone);
            if (hidden)
                faults.push({ kind: 'own card covered', what: `${nameOf(card)} by ${nameOf(hidden)}`, more: hidden.outerHTML.slice(0, 100) });
        }
        return faults;
    }

    function coverOf(card, zone) {
        for (const [across, down, index] of [[0.1, 0.08, true], [0.5, 0.5], [0.92, 0.06], [0.06, 0.94], [0.94, 0.94]]) {
            const [x, y] = pointOf(card, across, down);
            if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
                continue; /* told by `outside` */
            const [top] = at(x, y);
            const mine = top && (card.contains(top) || top.contains(card) || top.matches('.pile-count'));
            const over = zone.find((other) => other.contains(top));
            if (!mine && top && (index ? over?.dataset.rank !== card.dataset.rank : !over))
                return top;
        }
        return null;
    }

    /** Text that is cut by what it stands in, or by the page, and what scrolls though it must not. */
    function texts() {
        const faults = [];
        const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            const element = node.parentElement;
            if (!node.data.trim() || !isSeen(element) || element.closest('svg'))
                continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const fault = [...range.getClientRects()].filter(({ width, height }) => width && height).map((box) => cutBy(element, box) ?? spills(element, box)).find(Boolean);
            if (fault)
                faults.push({ ...fault, what: `${nameOf(element)}${fault.by}`, more: node.data.trim().slice(0, 60) });
        }
        return faults;
    }

    function cutBy(element, box) {
        for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(one);
            if (overflowX === 'visible' && overflowY === 'visible')
                continue;
            const frame = one.getBoundingClientRect();
            const out = box.left < frame.left - SLACK || box.right > frame.right + SLACK || box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK;
            const scrolls = /auto|scroll/.test(overflowX + overflowY);
            if (scrolls && one.closest(OVER))
                return null;
            if (out)
                return { kind: scrolls ? 'text to scroll to' : 'text cut off', by: one === element ? '' : ` in ${nameOf(one)}` };
        }
        const out = box.left < -SLACK || box.top < -SLACK || box.right > innerWidth + SLACK || box.bottom > innerHeight + SLACK;
        return out ? { kind: 'text outside', by: '' } : null;
    }

    /** Text that stands beyond the thing that it is written on. */
    function spills(element, box) {
        const paper = element.closest(PAPER);
        if (!paper || element.closest('.says, .gained, .mark.dealer')) /* they hang on a corner */
            return null;
        const { left, top, right, bottom } = paper.getBoundingClientRect();
        const by = Math.max(left - box.left, top - box.top, box.right - right, box.bottom - bottom);
        return by > TOUCHING ? { kind: 'text spills', by: ` out of ${nameOf(paper)}` } : null;
    }

    /** Text on which something else lies: on its middle, or on one of its ends. */
    function textCovered() {
        const faults = [];
        for (const element of all('.table *').filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))) {
            if (!isSeen(element) || element.closest('svg') || element.closest(OVER))
                continue;
            const hit = linesIn(element).flatMap(({ left, right, top, height }) => [left + END, (left + right) / 2, right - END].map((x) => at(x, top + height / 2)[0]))
                .find((one) => one && !one.contains(element) && !element.contains(one));
            if (hit && !hit.closest(`${OVER}, .tips`)) /* tips can be put aside */
                faults.push({ kind: 'text covered', what: `${nameOf(element)} by ${nameOf(hit)}`, more: element.textContent.trim().slice(0, 40) });
        }
        return faults;
    }

    /** The lines in which a text stands. */
    function linesIn(element) {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].filter(({ width, height }) => width > 2 * END && height);
    }

    /** What a step brings stands at a score for a moment, which may be any: here it comes at all of them. */
    function badge(score) {
        const element = document.createElement('span');
        element.className = 'gained bad';
        element.style.cssText = 'display: inline !important; animation: none !important';
        element.textContent = '−10';
        score.append(element);
        return element;
    }

    /** What reaches beyond the page, and the page beyond the window. */
    function outside() {
        const { scrollWidth, scrollHeight } = document.documentElement;
        const faults = [];
        if (scrollWidth > innerWidth + SLACK || scrollHeight > innerHeight + SLACK)
            faults.push({ kind: 'page scrolls', what: 'the page', more: `${scrollWidth}x${scrollHeight}` });
        const [table, said] = STANDING.map((selector) => all(selector).filter(isSeen));
        const badges = all('.plate .score').map(badge);
        for (const element of [...table.filter((one) => !one.parentElement.closest(OVER)), ...said, ...badges]) {
            const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
            const by = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
            if (width && height && by > (badges.includes(element) ? -CLEAR : SLACK))
                faults.push({ kind: 'outside the window', what: nameOf(element), more: `by ${Math.round(by)} px` });
        }
        badges.forEach((element) => element.remove());
        return faults;
    }

    function union(elements) {
        const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width && height);
        return boxes.length ? {
            left: Math.min(...boxes.map(({ left }) => left)), top: Math.min(...boxes.map(({ top }) => top)),
            right: Math.max(...boxes.map(({ right }) => right)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
        } : null;
    }

    /** The things of a table that each have a place of their own. */
    function things() {
        const plates = all('.seat').map((seat) => seat.querySelector('.plate, header')).filter(Boolean);
        const zones = all('.felt [data-spot]').filter((spot) => spot.querySelector('[data-rank]') && !spot.querySelector('[data-spot]'));
        const rest = all('.prompt, .bar, .felt .pot');
        return [...plates.map((element) => ({ element, box: union([element]) })), ...rest.map((element) => ({ element, box: union([element]) })),
            ...zones.map((element) => ({ element, box: union(all('[data-rank]', element)) }))].filter(({ element, box }) => box && isSeen(element));
    }

    function overlaps() {
        const faults = [];
        const list = things();
        for (const [i, one] of list.entries())
            for (const other of list.slice(i + 1)) {
                const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
                const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
                if (across > TOUCHING && down > TOUCHING && !one.element.contains(other.element) && !other.element.contains(one.element))
                    faults.push({ kind: 'things overlap', what: [one, other].map(({ element }) => nameOf(element)).sort().join(' and '), more: `${Math.round(across)}x${Math.round(down)} px` });
            }
        return faults;
    }

    /** Where seats, piles and the question are, by names that stay. */
    function places() {
        const found = {};
        for (const [i, seat] of all('.felt .seat').entries())
            found[`seat ${seat.dataset.seat ?? i}`] = seat;
        for (const pile of all('.felt .pile, .felt .pot'))
            found[placeOf(pile)] = pile;
        for (const [name, selector] of [['question', '.prompt'], ['bar', '.bar'], ['felt', '.felt']])
            found[name] = document.querySelector(selector);
        return Object.fromEntries(Object.entries(found).filter(([, element]) => element).map(([name, element]) => {
            const { left, top, height } = element.getBoundingClientRect();
            return [name, { left, top, ...(name === 'question' && { height }) }];
        }));
    }

    /** What has moved since the decision before. */
    function moved(before, now) {
        return Object.entries(now).flatMap(([name, place]) => {
            const by = Math.max(...Object.entries(place).map(([key, value]) => Math.abs(value - (before[name]?.[key] ?? value))));
            return by > 0.5 ? [{ kind: 'moved', what: name.replace(/ .*/, ''), more: `${name} by ${Math.round(by)} px` }] : [];
        });
    }

    /** One's own cards are large enough while there are few: those in front, or where nothing is said to be in front the largest. */
    function heights(you) {
        const front = document.querySelector('.seat.own .front');
        const zones = Map.groupBy(cardsOf(you), (card) => placeOf(card));
        const [main] = front ? [cardsOf(you).filter((card) => front.contains(card))] : [...zones.values()].sort((a, b) => b[0].offsetHeight - a[0].offsetHeight);
        const [, least] = HEIGHTS.find(([width]) => innerWidth < width);
        if (!main?.length || main.length > FEW || main[0].offsetHeight >= least - SLACK)
            return [];
        return [{ kind: 'own cards small', what: `${nameOf(main[0])}, ${innerWidth} wide`, more: `${main[0].offsetHeight} px of ${least}` }];
    }

    /** What is touched is large enough for a finger, wherever its room comes from. */
    function targets() {
        if (!isPhone())
            return [];
        SOLID.disabled = true;
        const faults = [];
        for (const element of all('.table button:not([aria-hidden]), .table a[href], .table input, .table summary, .table select')) {
            if (!isSeen(element) || element.matches('[data-rank]'))
                continue;
            const box = element.getBoundingClientRect();
            if (!box.width || (box.width >= TARGET - SLACK && box.height >= TARGET - SLACK))
                continue;
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const mine = (px, py) => {
                const hit = document.elementFromPoint(px, py);
                return element.contains(hit) || Boolean(hit?.closest('.tips')); /* they can be put aside */
            };
            const reach = (across, down) => {
                let free = 0;
                while (free < TARGET && mine(x + across * (free + 1), y + down * (free + 1)))
                    free++;
                return free;
            };
            if (reach(-1, 0) + reach(1, 0) < TARGET - 2 * SLACK || reach(0, -1) + reach(0, 1) < TARGET - 2 * SLACK)
                faults.push({ kind: 'small to touch', what: nameOf(element), more: `${Math.round(box.width)}x${Math.round(box.height)} px: ${element.textContent.trim().slice(0, 30)}` });
        }
        SOLID.disabled = false;
        return faults;
    }

    /** Of cards that can be chosen there is enough to hit: of those that are alike together. */
    function strips() {
        return all('.felt button[data-rank]:not([aria-hidden])').filter(isSeen).flatMap((card) => {
            let next = card.nextElementSibling;
            while (next?.matches('[data-rank]') && next.dataset.rank === card.dataset.rank)
                next = next.nextElementSibling;
            if (!next?.matches('[data-rank]'))
                return [];
            const [one, other] = [card.getBoundingClientRect(), next.getBoundingClientRect()];
            const free = Math.max(other.left - one.left, other.top - one.top);
            return free < STRIP && free > 1 ? [{ kind: 'small to touch', what: `strip of ${nameOf(card)}`, more: `${Math.round(free)} px` }] : [];
        });
    }

    return {
        places, isSeen, nameOf, at,
        /** At a decision of `you`; `before` are the places at the one before, or null. */
        decision: (you, before) => [
            ...covered(you), ...textCovered(), ...texts(), ...outside(), ...overlaps(), ...heights(you), ...targets(), ...strips(),
            ...before ? moved(before, places()) : [],
        ],
        /** At a result or the end, where nothing is asked. */
        rest: () => [...texts(), ...outside(), ...targets()],
    };
})();
