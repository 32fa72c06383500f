/** @returns what the code in the picture says; nothing where there is none */
export type ReadCode = (picture: ImageBitmap | HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]> };
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser’s own reader, where it has one for these codes. */
export async function openCodeReader(): Promise<ReadCode | undefined> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: Detectors };
  const formats: string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (Own && formats.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue;
  }
  return undefined;
}
