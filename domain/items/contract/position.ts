/** In degrees. */
export type Position = { latitude: number; longitude: number };

/** To about a metre. */
export function exactly(position: Position): Position {
  return rounded(position, 5);
}

/** To about a kilometre. */
export function areaOf(position: Position): Position {
  return rounded(position, 2);
}

function rounded({ latitude, longitude }: Position, decimals: number): Position {
  return { latitude: Number(latitude.toFixed(decimals)), longitude: Number(longitude.toFixed(decimals)) };
}
