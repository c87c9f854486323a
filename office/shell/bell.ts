const STORAGE_KEY = 'office-bell';

/** Alarms sound on this device unless they are muted. */
export const isBellOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off';

export const storeBell = (isOn: boolean): void => localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');

const TONES = [660, 880] as const;
const TONE_SECONDS = 0.18;

let context: AudioContext | undefined;

/** Two short tones. Silent before the first gesture on the page: browsers allow no more. */
export async function soundTones(): Promise<void> {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  await context.resume();
  for (const [place, hertz] of TONES.entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const from = context.currentTime + place * TONE_SECONDS;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  }
}

/** Sounds an alarm unless muted on this device. */
export async function ring(): Promise<void> {
  if (isBellOn()) await soundTones();
}
