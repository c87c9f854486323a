/** The browser's reader of codes (Shape Detection API), which TypeScript does not describe. */
interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface BarcodeReaderClass {
  new (options: { readonly formats: readonly string[] }): BarcodeReader;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT = 'qr_code';

const readerClass = (): BarcodeReaderClass | undefined => (globalThis as { readonly BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector;

/** Whether this browser reads QR codes and has a camera interface. */
export async function canScan(): Promise<boolean> {
  try {
    const formats = await readerClass()?.getSupportedFormats();
    return formats?.includes(FORMAT) === true && typeof navigator.mediaDevices?.getUserMedia === 'function';
  } catch {
    return false;
  }
}

const INTERVAL_MS = 200;
/** Longest text of a field. */
const MAX_TEXT = 400;

/** Reads the video until a code is seen or `signal` aborts. */
export function readQr(video: HTMLVideoElement, signal: AbortSignal, onText: (text: string) => void): void {
  const Reader = readerClass();
  if (Reader === undefined) return;
  const reader = new Reader({ formats: [FORMAT] });
  const look = async () => {
    const [code] = await reader.detect(video).catch(() => []);
    if (signal.aborted) return;
    if (code !== undefined && code.rawValue !== '' && code.rawValue.length <= MAX_TEXT) onText(code.rawValue);
    else setTimeout(() => void look(), INTERVAL_MS);
  };
  void look();
}
