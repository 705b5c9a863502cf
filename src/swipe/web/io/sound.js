/**
 * Our own sounds, made on the spot with WebAudio; silent until switched on.
 * Sounds: "throw", "chip", "die", "lose", "turn", "win", "card".
 */

let context = null;
let enabled = false;

export function setSound(on) {
  enabled = on;
  if (!on || context) return;
  const Audio = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (Audio) context = new Audio();
}

export function play(name, delay = 0) {
  if (!enabled || !context) return;
  if (context.state === "suspended") context.resume();
  SOUNDS[name]?.(context.currentTime + delay);
}

export function vibrate(pattern) {
  // Browsers refuse, with a complaint, before the person has touched the page.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}

function tone(at, frequency, length, { type = "sine", volume = 0.12, to = frequency } = {}) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/** A short burst of filtered noise: something hard on wood. */
function knock(at, frequency, length, volume) {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < samples; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / samples) ** 3;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = 2.5;
  gain.gain.value = volume;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

const SOUNDS = {
  throw(at) {
    for (const [delay, pitch] of [[0, 1500], [0.07, 1900], [0.16, 1300], [0.27, 1700], [0.36, 1200]]) {
      knock(at + delay, pitch, 0.05, 0.5);
    }
  },
  chip(at) {
    tone(at, 2100, 0.09, { type: "triangle", volume: 0.07 });
    tone(at + 0.05, 2600, 0.12, { type: "triangle", volume: 0.05 });
  },
  die(at) {
    knock(at, 1400, 0.06, 0.6);
  },
  card(at) {
    knock(at, 3200, 0.05, 0.35);
  },
  lose(at) {
    tone(at, 320, 0.22, { type: "triangle", to: 190, volume: 0.1 });
  },
  turn(at) {
    tone(at, 660, 0.14, { volume: 0.1 });
    tone(at + 0.12, 880, 0.2, { volume: 0.1 });
  },
  win(at) {
    [523, 659, 784, 1047].forEach((each, n) => tone(at + n * 0.13, each, 0.3, { volume: 0.1 }));
  },
};
