/** Small sounds, made here: a card, a chip, your turn, an end. Off unless somebody wants them. */

let audio = null;

/** Tones of each sound: frequency, when, how long, how loud. */
const SOUNDS = {
    card: [[1800, 0, 0.03, 0.05]],
    chip: [[2600, 0, 0.04, 0.04], [3100, 0.04, 0.05, 0.03]],
    turn: [[660, 0, 0.12, 0.07], [880, 0.11, 0.18, 0.07]],
    end: [[523, 0, 0.15, 0.07], [659, 0.13, 0.15, 0.07], [784, 0.26, 0.3, 0.07]],
};

function tone([frequency, when, time, loud]) {
    const at = audio.currentTime + when;
    const source = audio.createOscillator();
    const gain = audio.createGain();
    source.type = 'triangle';
    source.frequency.value = frequency;
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + time);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + time);
}

/** Plays one of the sounds, if they are wanted. */
export function play(name, settings) {
    if (!settings.sounds || typeof AudioContext === 'undefined')
        return;
    audio ??= new AudioContext();
    SOUNDS[name].forEach(tone);
}
