declare module 'heic-decode' {
  interface Decoded {
    readonly width: number;
    readonly height: number;
    /** RGBA, a byte each. */
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }
  interface Undecoded extends Omit<Decoded, 'data'> {
    decode(): Promise<Decoded>;
  }
  const heic: { all(given: { buffer: Uint8Array }): Promise<readonly Undecoded[]> };
  export default heic;
}
