/** The page: one context for all pages, one redraw a frame. */
import { h, patch } from './patch.js';
import { parse, to, toTable } from './router.js';
import { pages } from './pages.js';
import { watchBack } from './back.js';
import { openLine, serverAddress } from './line.js';
import { Session } from './session.js';
import { makeSettings } from './settings.js';
import { remember } from './mine.js';
import { portrait } from './person.js';
import { _, N_, speak, language } from './words.js';
import { watchVersion } from './version.js';

const PULSE = 3000;
/** Milliseconds between two beats of the pulse after which the machine is taken to have slept. */
const SLEPT = 10000;
/** Milliseconds until a new title is shown: what is past by then is not. */
const TITLE_PAUSE = 100;
/** Milliseconds after which the page is kept for the time without a network, if nobody has begun to play before. */
const SETTLED = 2000;

/** Lines that a live region keeps. */
const TOLD = 20;

/** The pages that one finds at the top. */
const NAVIGATION = { learn: N_('Learn'), history: N_('History'), lab: N_('Lab'), settings: N_('Settings') };

const settings = makeSettings();
const sessions = {};
const stale = new Set(); /* whose sessions show what may be old */
const version = watchVersion({ busy: inGame, changed: redraw, language });
const regions = { polite: makeRegion('polite', 'log'), urgent: makeRegion('urgent', 'alert') };
const unsaid = [];
let page = null;
let drawing = false;
let titling = false;
let openings = 0;
let beaten = Date.now();

/**
 * @typedef {Object} Context what every page gets
 * @property {function()} redraw asks for `view()` in the next frame
 * @property {function(string)} go to the address, as `#/lab`
 * @property {function(string)} replace the same, and there is no way back to where one was
 * @property {Session} session of the house that the page is about: the server, or for `#/local/...` the page's own
 * @property {function(string): Session} sessionFor `server` or `local`
 * @property {Object} settings see settings.js
 * @property {function(string, boolean=)} announce tells a screen reader, politely unless urgent
 * @property {function()} hush forgets what was told: it is not for whoever looks next
 */
const context = {
    redraw,
    go(hash) {
        if (location.hash === hash)
            open();
        else
            location.hash = hash;
    },
    replace(hash) {
        history.replaceState(null, '', hash);
        open();
    },
    sessionFor,
    get session() { return sessionFor(parse(location.hash).args[0] === 'local' ? 'local' : 'server'); },
    settings,
    announce,
    hush,
};

function sessionFor(where) {
    if (!sessions[where]) {
        const at = where === 'local' ? { local: true } : { server: serverAddress() };
        sessions[where] = new Session({
            connect: (ears) => openLine(at, ears),
            token: settings.token,
            secret: where === 'local' ? null : settings.secret,
            language: language(),
        });
        sessions[where].on('change', () => changed(where));
        sessions[where].on('news', version.keep);
        sessions[where].on('notice', (words) => announce(words, true));
        sessions[where].on('state', () => sessions[where].state !== 'connecting' && version.look());
    }
    return sessions[where];
}

/** Whether somebody here plays. */
function inGame() {
    return Object.values(sessions).some(({ table }) => table?.you && table.now.stage === 'playing');
}

/** Something about a table or a connection is new. */
function changed(where) {
    const { table } = sessions[where];
    if (table)
        remember(where, table);
    const lost = isStale(sessions[where]);
    if (lost !== stale.has(where))
        announce(lost ? _('The connection is lost. It is being made again.') : _('The connection is back.'));
    stale[lost ? 'add' : 'delete'](where);
    redraw();
}

/** Whether something is shown that may be old. */
function isStale({ table, state }) {
    return Boolean(table?.now) && !table.live && state !== 'open';
}

function redraw() {
    entitle();
    if (drawing)
        return;
    drawing = true;
    requestAnimationFrame(() => {
        drawing = false;
        draw();
    });
}

function draw() {
    if (!page)
        return;
    patch(document.getElementById('page'), shell());
}

/** The title is read where the page is not seen, and then nothing is drawn; and browsers take their time to change it. */
function entitle() {
    if (titling)
        return;
    titling = true;
    setTimeout(() => {
        titling = false;
        if (page && document.title !== page.title())
            document.title = page.title();
    }, TITLE_PAUSE);
}

/** What all pages have around them. */
function shell() {
    return [
        h('a', { class: 'skip', href: '#main', onclick: skip }, _('Skip to the content')),
        h('header', { class: 'top' },
            h('a', { class: 'brand', href: '#/' }, _('Pairs')),
            h('nav', { 'aria-label': _('Pages') }, Object.entries(NAVIGATION).map(([name, title]) => h('a', {
                key: name, href: to(name), 'aria-current': parse(location.hash).page === name && 'page',
            }, name === 'settings' && portrait(settings.person), h('span', { class: 'label' }, _(title)))))),
        connection(),
        newVersion(),
        h('main', { id: 'main', tabindex: '-1', 'aria-busy': String(isStale(context.session)) }, page.view()),
    ];
}

function skip(event) {
    event.preventDefault();
    document.getElementById('main').focus();
}

function connection() {
    const { state, table } = context.session;
    const silent = table && !table.now && state === 'lost';
    return h('p', { class: 'connection' }, isStale(context.session)
        ? _('The connection is lost. What you see may be old; it is being made again.')
        : silent && _('The server does not answer. It is tried again by itself.'));
}

/** It may be an hour until the game is over, and the new version be wanted before. */
function newVersion() {
    return h('p', { class: 'version', role: 'status' }, version.ready && [
        _('There is a new version of this page. It is taken once no game is on; nothing is lost.'), ' ',
        h('button', { onclick: version.take }, _('Take it now')),
    ]);
}

/** Where a screen reader listens. They are there before anything is told: a new one would not be heard. */
function makeRegion(id, role) {
    const region = document.createElement('div');
    Object.assign(region, { id, className: 'heard' });
    region.setAttribute('role', role);
    region.setAttribute('aria-live', role === 'alert' ? 'assertive' : 'polite');
    document.body.append(region);
    return region;
}

/** What is told in the next frame: a region that changes with every message would cost as much as what is seen. */
function announce(text, urgent = false) {
    const line = document.createElement('p');
    line.textContent = text;
    const length = unsaid.push({ region: urgent ? regions.urgent : regions.polite, line });
    if (length === 1)
        requestAnimationFrame(say);
    else if (length > TOLD)
        unsaid.shift(); /* nobody looks, and no frame comes */
}

function say() {
    for (const { region, line } of unsaid.splice(0))
        region.append(line);
    for (const region of Object.values(regions))
        while (region.childElementCount > TOLD)
            region.firstElementChild.remove();
}

function hush() {
    unsaid.length = 0;
    Object.values(regions).forEach((region) => region.replaceChildren());
}

async function open() {
    const turn = ++openings;
    const { page: name, args } = route();
    page?.leave?.();
    page = null;
    version.settle();
    const module = await bring(() => (pages[name] ?? pages.home)(...args));
    if (turn !== openings)
        return; /* somebody has gone on */
    page = module.page(context, ...args);
    page.enter?.();
    entitle();
    draw();
}

/** Where the address leads. A personal link is asked about first, and its secret does not stay in the address. */
function route() {
    const there = parse(location.hash);
    const [, table, invitation, token] = there.args;
    if (there.page !== 'table' || !token)
        return there;
    const next = toTable('server', table, invitation);
    if (token !== settings.token)
        return { page: 'me', args: [token, next] };
    history.replaceState(null, '', next);
    return parse(next);
}

/** Another page: what was focused is gone, and a screen reader begins at its content. */
async function follow() {
    scrollTo(0, 0);
    await open();
    document.getElementById('main')?.focus({ preventScroll: true });
}

/** A part of the page that the server has no more belongs to an older version: the new one has it. */
async function bring(load) {
    try {
        return await load();
    } catch {
        await version.look();
        return pages.home();
    }
}

async function tongue() {
    if (language() === settings.tongue)
        return;
    await speak(settings.tongue);
    Object.values(sessions).forEach((session) => session.speak(language()));
    version.speak();
    await open(); /* what it has asked for is in the old language */
}

/** The machine may have slept, or lost its network: whether the other end is still there shows soon. */
function wake() {
    Object.values(sessions).forEach((session) => session.pulse(performance.now(), true));
}

/** Asks every few seconds. If it comes much later than it should, nothing has run here meanwhile: not all machines say so. */
function beat() {
    const slept = Date.now() - beaten > SLEPT;
    beaten = Date.now();
    Object.values(sessions).forEach((session) => session.pulse(performance.now(), slept));
}

async function start() {
    await speak(settings.tongue);
    settings.on(() => {
        tongue();
        redraw();
    });
    watchBack();
    addEventListener('hashchange', follow);
    addEventListener('keydown', (event) => page?.key?.(event));
    setInterval(beat, PULSE);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
    document.addEventListener('resume', wake);
    addEventListener('offline', wake);
    await open();
    version.look();
    setTimeout(version.keep, SETTLED);
}

start();
