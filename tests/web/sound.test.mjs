import test, { beforeEach } from 'node:test';
import assert from 'node:assert/strict';
import { NAMES, play } from '../../web/src/art/sound.js';

const heard = { begun: 0, until: 0 };

function value() {
    return {
        setValueAtTime() {},
        exponentialRampToValueAtTime(to, at) {
            assert.ok(to > 0 && at >= audio.currentTime, 'a ramp needs something to go to, and time');
            heard.until = Math.max(heard.until, at - audio.currentTime);
        },
    };
}

function node() {
    return {
        gain: value(), frequency: value(), Q: value(), connect: (to) => to,
        start() { heard.begun++; },
        stop() {},
    };
}

/** Takes what a browser's own does, and makes no noise. */
const audio = {
    currentTime: 0, sampleRate: 8000, state: 'running', destination: {},
    createGain: node, createConvolver: node, createOscillator: node, createBufferSource: node, createBiquadFilter: node,
    createBuffer: (channels, length) => ({ getChannelData: () => new Float32Array(length) }),
};

globalThis.AudioContext = function AudioContext() { return audio; };
globalThis.document = { hidden: false, addEventListener() {} };
Object.defineProperty(globalThis, 'navigator', { value: { userActivation: { hasBeenActive: true } }, configurable: true });

beforeEach(() => {
    audio.currentTime += 1;
    heard.begun = heard.until = 0;
    document.hidden = false;
    navigator.userActivation.hasBeenActive = true;
});

for (const name of NAMES)
    test(`${name} is a short sound`, () => {
        play(name, { sounds: true });
        assert.ok(heard.begun > 0);
        assert.ok(heard.until < 2);
    });

test('the names are those that a table asks for', () => {
    assert.deepEqual([...NAMES].sort(), ['bad', 'card', 'chip', 'deal', 'flip', 'good', 'lose', 'sweep', 'talk', 'turn', 'win']);
});

test('nothing is heard that was muted, before the first touch, or of a page that nobody sees', () => {
    play('card', { sounds: false });
    document.hidden = true;
    play('card', { sounds: true });
    document.hidden = false;
    navigator.userActivation.hasBeenActive = false;
    play('card', { sounds: true });
    assert.equal(heard.begun, 0);
});

test('many cards at once are one sound', () => {
    play('deal', { sounds: true });
    const once = heard.begun;
    play('deal', { sounds: true });
    assert.equal(heard.begun, once);
    audio.currentTime += 0.1;
    play('deal', { sounds: true });
    assert.equal(heard.begun, 2 * once);
});
