/** The size of a room. `publicNames`: of a library the names of its door, of other rooms all exported names. */
export interface RoomSize {
  lines: number;
  files: number;
  publicNames: number;
}

/** What each room had when its line was last changed. */
export const sizes: Record<string, RoomSize> = {
  'packages/client': { lines: 1216, files: 19, publicNames: 25 },
  'packages/concurrency': { lines: 364, files: 7, publicNames: 18 },
  'packages/engines': { lines: 1347, files: 19, publicNames: 24 },
  'packages/text': { lines: 392, files: 9, publicNames: 26 },
  'packages/statistics': { lines: 1848, files: 21, publicNames: 82 },
  'packages/gate': { lines: 1795, files: 23, publicNames: 53 },
  'packages/formats': { lines: 6834, files: 97, publicNames: 94 },
  'packages/json-schema': { lines: 41, files: 2, publicNames: 7 },
  'packages/detector': { lines: 25325, files: 266, publicNames: 29 },
  'src/platform': { lines: 6990, files: 105, publicNames: 307 },
  workflows: { lines: 2131, files: 26, publicNames: 140 },
  'src/access': { lines: 5719, files: 80, publicNames: 303 },
  'src/conversations': { lines: 9610, files: 102, publicNames: 426 },
  'src/sets': { lines: 1363, files: 14, publicNames: 60 },
  'src/providers': { lines: 1587, files: 19, publicNames: 74 },
  'src/review': { lines: 6839, files: 70, publicNames: 340 },
  'src/evaluation': { lines: 8029, files: 106, publicNames: 333 },
  'src/analytics': { lines: 5160, files: 60, publicNames: 247 },
  'src/ingestion': { lines: 4447, files: 51, publicNames: 171 },
  'src/experiments': { lines: 11589, files: 138, publicNames: 477 },
  'src/optimization': { lines: 4440, files: 47, publicNames: 196 },
  activities: { lines: 124, files: 4, publicNames: 6 },
  src: { lines: 1190, files: 10, publicNames: 18 },
  'src/cli': { lines: 8782, files: 162, publicNames: 346 },
  'web/src': { lines: 23826, files: 402, publicNames: 933 },
};
