/** The side of what is looked at, in dots: enough for a tag that fills a third of the picture. */
const longestSide = 1280;

/** @returns what the code in the picture says; nothing where there is none */
export type ReadCode = (picture: ImageBitmap | HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect(picture: ImageBitmapSource): Promise<{ rawValue: string }[]> };
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser’s own reader where it has one for these codes, else ours, which is loaded only then. */
export async function openCodeReader(): Promise<ReadCode> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: Detectors };
  const formats: string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (Own && formats.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue;
  }
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture) => {
    const [width, height] =
      'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
    const scale = Math.min(1, longestSide / Math.max(width, height));
    Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
    if (!context || canvas.width === 0) return undefined;
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: 100 });
    } catch {
      return undefined;
    }
  };
}
