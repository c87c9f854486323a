declare module 'heic-decode' {
  interface DecodedImage {
    readonly width: number;
    readonly height: number;
    /** RGBA, one byte per channel. */
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }
  interface EncodedImage extends Omit<DecodedImage, 'data'> {
    decode(): Promise<DecodedImage>;
  }
  const heic: { all(given: { buffer: Uint8Array }): Promise<readonly EncodedImage[]> };
  export default heic;
}
