export function toDate(micros: number): Date {
  return new Date(Math.floor(micros / 1000));
}
