/** The size of a room. `publicNames`: of a library the names of its door, of other rooms all exported names. */
export interface RoomSize {
  lines: number;
  files: number;
  publicNames: number;
}

/** What each room had when its line was last changed. */
export const sizes: Record<string, RoomSize> = {
  'packages/concurrency': { lines: 347, files: 7, publicNames: 18 },
  'packages/engines': { lines: 1347, files: 19, publicNames: 24 },
  'packages/formats': { lines: 5300, files: 76, publicNames: 79 },
  'packages/statistics': { lines: 1472, files: 13, publicNames: 59 },
  'packages/text': { lines: 152, files: 4, publicNames: 13 },
  'packages/detector': { lines: 25293, files: 266, publicNames: 24 },
  'src/platform': { lines: 6002, files: 91, publicNames: 260 },
  workflows: { lines: 2225, files: 27, publicNames: 141 },
  'src/access': { lines: 5240, files: 76, publicNames: 281 },
  'src/conversations': { lines: 8730, files: 93, publicNames: 394 },
  'src/sets': { lines: 1236, files: 13, publicNames: 54 },
  'src/providers': { lines: 1236, files: 13, publicNames: 52 },
  'src/review': { lines: 6577, files: 68, publicNames: 328 },
  'src/evaluation': { lines: 6007, files: 85, publicNames: 251 },
  'src/ingestion': { lines: 3662, files: 41, publicNames: 146 },
  'src/analytics': { lines: 2206, files: 25, publicNames: 106 },
  'src/experiments': { lines: 10318, files: 127, publicNames: 423 },
  'src/optimization': { lines: 4185, files: 44, publicNames: 186 },
  activities: { lines: 122, files: 4, publicNames: 5 },
  src: { lines: 1168, files: 9, publicNames: 17 },
  'src/cli': { lines: 4024, files: 74, publicNames: 147 },
  'web/src': { lines: 20000, files: 339, publicNames: 781 },
};
