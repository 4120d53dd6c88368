import type { Twin } from './twins';
import { conversationWith } from './twins-measure';

/**
 * Both replies of a twin as cases of the detection data: the changed one is hallucinated, with one span at the
 * change. Offsets are UTF-16. `task` and `source` are those of the reply it was made from.
 */
export function toLabeledCases(twin: Twin): object[] {
  const { id, kind, form, origin, clean, changed } = twin;
  const shared = { task: origin.task, source: origin.source, split: 'train', pair: id, subset: kind, form };
  const { start, end } = changed.place;
  const span = {
    start,
    end,
    label: 'Evident Conflict',
    text: changed.text.slice(start, end),
    replaced: clean.text.slice(clean.place.start, clean.place.end),
  };
  return [
    {
      id: `${id}-clean`,
      ...shared,
      hallucinated: false,
      messages: conversationWith(twin, clean.text),
      spans: [],
    },
    {
      id: `${id}-changed`,
      ...shared,
      hallucinated: true,
      messages: conversationWith(twin, changed.text),
      spans: [span],
    },
  ];
}
