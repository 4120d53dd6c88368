import type { Message } from '../../../packages/formats';
import { codePointConverter } from '../../../packages/text';
import { countTokens } from '../../providers/tokenizer';
import { judgedText } from './judged-text';
import { packWindows } from './pack-windows';
import { type Tile, tileText } from './text-tiles';

/** A stretch of a reply part: the whole part, unless the reply is very long. */
export interface ReplyPiece {
  partIndex: number;
  text: string;
  /** Offset in the part, in code points. */
  offset: number;
}

export interface ReplyTile extends Tile {
  partIndex: number;
  partText: string;
  tokens: number;
}

/** Tokens of a heading with its delimiters. */
const tokensPerPart = 60;

/** Divides the reply into tiles, with their size in a prompt. */
export function* tileReply(reply: Message, model: string): Generator<ReplyTile> {
  for (const [partIndex, part] of reply.parts.entries()) {
    const partText = judgedText(part);
    if (partText === null) continue;
    const tokensPerUnit = countTokens(partText, model) / partText.length;
    for (const { start, end } of tileText(partText)) {
      const tokens = (end - start) * tokensPerUnit + (start === 0 ? tokensPerPart : 0);
      yield { start, end, partIndex, partText, tokens };
    }
  }
}

/** Divides the reply into windows of at most `room` tokens that overlap by a tenth. */
export function cutReply(tiles: readonly ReplyTile[], room: number): ReplyPiece[][] {
  const sizes = tiles.map(({ tokens }) => tokens);
  const converters = new Map<string, (utf16Index: number) => number>();
  const toOffset = (text: string, index: number): number => {
    const converter = converters.get(text) ?? codePointConverter(text);
    converters.set(text, converter);
    return converter(index);
  };
  return packWindows(sizes, room, room / 10).map(({ from, to }) =>
    joinTiles(tiles.slice(from, to), toOffset),
  );
}

function joinTiles(
  tiles: readonly ReplyTile[],
  toOffset: (text: string, index: number) => number,
): ReplyPiece[] {
  const partIndexes = [...new Set(tiles.map(({ partIndex }) => partIndex))];
  return partIndexes.map((partIndex) => {
    const ofPart = tiles.filter((tile) => tile.partIndex === partIndex);
    const whole = ofPart[0]?.partText ?? '';
    const start = ofPart[0]?.start ?? 0;
    const text = whole.slice(start, ofPart.at(-1)?.end);
    return { partIndex, text, offset: toOffset(whole, start) };
  });
}
