const patienceMs = 20_000;

/** Asks the device where it is. Only when its person presses a button: browsers ask them then. */
export function askPosition(): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    const options = { enableHighAccuracy: true, timeout: patienceMs };
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, options);
  });
}
