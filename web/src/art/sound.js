/**
 * Soft sounds, made here: paper is noise through a filter, chips and bells are tones that fade. They are heard after the first
 * touch (browsers allow none before), while the page is seen, and unless somebody has muted them.
 */

const LOUDNESS = 0.7;
/** How much comes back from the room, and for how many seconds. */
const ROOM = { part: 0.16, time: 0.45 };
/** Seconds in which the same sound is not begun again: ten cards at once are one sound. */
const APART = 0.045;

/** Paper: noise through a filter that glides `from` `to` (hertz), softly beginning; the filter leaves little of it. */
function paper(at, time, from, to, loud, rise = 0.004) {
    return { kind: 'noise', at, time, from, to, loud: loud * 1.8, rise };
}

/** A tone that fades, gliding where `to` is another than `from`. */
function tone(at, time, from, loud, to = from, rise = 0.004) {
    return { kind: 'tone', at, time, from, to, loud, rise };
}

/** A bar of wood that is struck: its note, and the higher one that is gone at once. */
function wood(at, note, loud, time = 0.5) {
    return [tone(at, time, note, loud), tone(at, time * 0.25, note * 3.93, loud * 0.22), paper(at, 0.012, 2400, 1200, loud * 0.4, 0.001)];
}

/** Clay on clay. */
function clay(at, loud, high = 1) {
    const struck = (time, note, part) => tone(at, time, note * high, loud * part, note * high, 0.001);
    return [struck(0.05, 2250, 0.5), struck(0.035, 3610, 0.32), struck(0.06, 840, 0.4), paper(at, 0.014, 5200, 3800, loud * 0.7, 0.001)];
}

const [D4, F4, G4, A4, C5, E5, G5, A5, C6, E6] = [293.7, 349.2, 392, 440, 523.3, 659.3, 784, 880, 1046.5, 1318.5];

/** What each sound consists of. */
const SOUNDS = {
    deal: [paper(0, 0.07, 900, 3200, 0.1, 0.03), paper(0.055, 0.05, 3600, 1700, 0.26)],
    card: [paper(0, 0.07, 2900, 1100, 0.3), tone(0.005, 0.07, 150, 0.14, 85)],
    flip: [paper(0, 0.08, 1100, 4200, 0.13, 0.04), paper(0.075, 0.06, 3000, 1200, 0.3), tone(0.08, 0.06, 160, 0.1, 95)],
    chip: [...clay(0, 0.16), ...clay(0.055, 0.11, 1.09)],
    sweep: [paper(0, 0.42, 600, 2600, 0.16, 0.2), paper(0.3, 0.12, 2400, 800, 0.14, 0.03), tone(0.36, 0.08, 130, 0.08, 80)],
    turn: [...wood(0, G4, 0.2), ...wood(0.13, C5, 0.22, 0.7)],
    good: [...wood(0, E5, 0.14, 0.35), ...wood(0.09, A5, 0.16, 0.5)],
    bad: [...wood(0, F4, 0.16, 0.4), ...wood(0.14, D4, 0.18, 0.6)],
    win: [...wood(0, C5, 0.18), ...wood(0.11, E5, 0.18), ...wood(0.22, G5, 0.18), ...wood(0.36, C6, 0.2, 1.1),
        ...wood(0.37, E6, 0.1, 1.1), ...wood(0.36, C5, 0.12, 1.1), paper(0.36, 0.9, 6500, 9000, 0.025, 0.2)],
    lose: [...wood(0, A4, 0.16, 0.6), ...wood(0.2, F4, 0.16, 0.6), ...wood(0.42, D4, 0.18, 1.1), tone(0.42, 1, D4 / 2, 0.1)],
    talk: [tone(0, 0.09, 310, 0.2, 640, 0.012)],
};

/** The names of all sounds. */
export const NAMES = Object.keys(SOUNDS);

function makeNoise(audio, time, fade) {
    const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * time), audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++)
        samples[i] = (Math.random() * 2 - 1) * (fade ? (1 - i / samples.length) ** 3 : 1);
    return noise;
}

/** Where sounds go: straight on, and a little of them through a room. */
function makeRoom(audio) {
    const [master, wet, echo] = [audio.createGain(), audio.createGain(), audio.createConvolver()];
    master.gain.value = LOUDNESS;
    wet.gain.value = ROOM.part;
    echo.buffer = makeNoise(audio, ROOM.time, true);
    master.connect(audio.destination);
    master.connect(echo).connect(wet).connect(audio.destination);
    return { audio, master, noise: makeNoise(audio, 1, false) };
}

function source({ audio, noise }, { kind, from, to, time }, at, pitch) {
    const glide = (frequency) => {
        frequency.setValueAtTime(from * pitch, at);
        frequency.exponentialRampToValueAtTime(to * pitch, at + time);
    };
    if (kind === 'tone') {
        const begin = audio.createOscillator();
        glide(begin.frequency);
        begin.start(at);
        return { begin, end: begin };
    }
    const begin = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    begin.buffer = noise;
    filter.type = 'bandpass';
    filter.Q.value = 0.9;
    glide(filter.frequency);
    begin.start(at, Math.random() * 0.5);
    return { begin, end: begin.connect(filter) };
}

function voice(room, part, start, pitch) {
    const at = start + part.at;
    const { begin, end } = source(room, part, at, pitch);
    const gain = room.audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(part.loud, at + part.rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + Math.max(part.time, part.rise + 0.005));
    end.connect(gain).connect(room.master);
    begin.stop(at + part.time + 0.01);
}

/** Makes a sound in a room; paper and clay are never quite the same twice, and bells always. */
function sound(room, name) {
    const pitch = ['deal', 'card', 'flip', 'chip', 'sweep'].includes(name) ? 0.94 + Math.random() * 0.12 : 1;
    for (const part of SOUNDS[name])
        voice(room, part, room.audio.currentTime + 0.005, pitch);
}

let room = null;
const last = {};

/** A telephone stops all sounds now and then, and goes on only with a touch. */
function wake() {
    if (room.audio.state !== 'running')
        room.audio.resume().catch(() => {}); /* with the next touch, then */
}

function open() {
    room = makeRoom(new AudioContext());
    for (const touch of ['pointerup', 'keydown'])
        document.addEventListener(touch, wake, { passive: true });
}

function mayPlay({ sounds }) {
    return sounds && typeof AudioContext !== 'undefined' && !document.hidden && navigator.userActivation?.hasBeenActive !== false;
}

/**
 * Plays one of NAMES, if sounds are wanted and may be heard.
 * @param {string} name
 * @param {Object} settings
 */
export function play(name, settings) {
    if (!mayPlay(settings))
        return;
    if (!room)
        open();
    wake();
    const now = room.audio.currentTime;
    if (now - (last[name] ?? -1) < APART)
        return;
    last[name] = now;
    sound(room, name);
}
