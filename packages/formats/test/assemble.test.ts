import { startCpuClock } from '../../../test/support/cpu-time';
import { fc } from '../../../test/support/property';
import { runSteps } from '../../../test/support/run-steps';
import { assemble, lineOf, makeCall, makeSpan, say } from '../../../test/support/spans';
import { mayBeOneCall } from '../assembly/copied-calls';
import { byStart } from '../assembly/order';
import { selectCalls } from '../assembly/select-calls';
import { makeMessage } from '../recorded/chat-messages';
import type { CallEvent, GenAiSpan } from '../spans/span';

const linesOf = (spans: GenAiSpan[], events: CallEvent[] = []) =>
  assemble(spans, events).messages.map(lineOf);

const idsOf = (spans: GenAiSpan[]) => spans.map(({ spanId }) => spanId);

const selectAll = (calls: GenAiSpan[]) => runSteps(selectCalls(calls.toSorted(byStart), []));

/** The calls without twins, each compared with each before it. */
function withoutTwins(calls: GenAiSpan[]): GenAiSpan[] {
  const kept: GenAiSpan[] = [];
  const textOf = ({ call }: GenAiSpan) => JSON.stringify([call?.inputs, call?.outputs]);
  const isUnknown = ({ library }: GenAiSpan) => library === undefined;
  const isTwin = (one: GenAiSpan, other: GenAiSpan) =>
    (one.traceId !== other.traceId || ![one, other].some(isUnknown)) &&
    mayBeOneCall(one, other) &&
    textOf(one) === textOf(other);
  for (const call of calls) if (!kept.some((other) => isTwin(call, other))) kept.push(call);
  return kept;
}

describe('calls that repeat what was said before', () => {
  it('are one transcript when each has the whole history', () => {
    const first = ['system: be kind', 'user: hi', 'assistant: hello'];
    const second = [...first, 'user: and now?', 'assistant: nothing'];
    const spans = [
      makeCall({ startMicros: 1000 }, first.slice(0, -1), first.slice(-1)),
      makeCall({ startMicros: 2000 }, second.slice(0, -1), second.slice(-1)),
    ];

    expect(linesOf(spans)).toEqual(second);
  });

  it('are one transcript when each has only the last turns', () => {
    const turns = [
      'user: 1',
      'assistant: a',
      'user: 2',
      'assistant: b',
      'user: 3',
      'assistant: c',
      'user: 4',
    ];
    const spans = [
      makeCall({ startMicros: 1000 }, ['system: s', ...turns.slice(0, 1)], turns.slice(1, 2)),
      makeCall({ startMicros: 2000 }, ['system: s', ...turns.slice(0, 3)], turns.slice(3, 4)),
      makeCall({ startMicros: 3000 }, ['system: s', ...turns.slice(2, 5)], turns.slice(5, 6)),
      makeCall({ startMicros: 4000 }, ['system: s', ...turns.slice(4, 7)], ['assistant: d']),
    ];

    expect(linesOf(spans)).toEqual(['system: s', ...turns, 'assistant: d']);
  });

  it('are one transcript when the middle was cut out, or summed up', () => {
    const spans = [
      makeCall({ startMicros: 1000 }, ['user: 1'], ['assistant: a']),
      makeCall({ startMicros: 2000 }, ['user: 1', 'assistant: a', 'user: 2'], ['assistant: b']),
      makeCall({ startMicros: 3000 }, ['user: 1', 'user: 2', 'assistant: b', 'user: 3'], ['assistant: c']),
      makeCall({ startMicros: 4000 }, ['user: so far 1 to 3', 'assistant: c', 'user: 4'], ['assistant: d']),
    ];

    expect(linesOf(spans)).toEqual([
      'user: 1',
      'assistant: a',
      'user: 2',
      'assistant: b',
      'user: 3',
      'assistant: c',
      'user: so far 1 to 3',
      'user: 4',
      'assistant: d',
    ]);
  });

  it('are one transcript when the system prompt changes with every turn', () => {
    const spans = [
      makeCall({ startMicros: 1000 }, ['system: it is one', 'user: hi'], ['assistant: hello']),
      makeCall(
        { startMicros: 2000 },
        ['system: it is two', 'user: hi', 'assistant: hello', 'user: bye'],
        ['assistant: ciao'],
      ),
    ];

    expect(linesOf(spans)).toEqual([
      'system: it is one',
      'user: hi',
      'assistant: hello',
      'system: it is two',
      'user: bye',
      'assistant: ciao',
    ]);
  });

  it('preserve a question that is repeated after its reply', () => {
    const spans = [
      makeCall({ startMicros: 1000 }, ['user: yes'], ['assistant: a']),
      makeCall({ startMicros: 2000 }, ['user: yes', 'assistant: a', 'user: yes'], ['assistant: b']),
    ];

    expect(linesOf(spans)).toEqual(['user: yes', 'assistant: a', 'user: yes', 'assistant: b']);
  });

  it('keep the same question without history in another trace, which is another turn', () => {
    const spans = [
      makeCall({ startMicros: 1000 }, ['user: yes'], ['assistant: a']),
      makeCall({ startMicros: 2000 }, ['user: yes'], ['assistant: b']),
    ];

    expect(linesOf(spans)).toEqual(['user: yes', 'assistant: a', 'user: yes', 'assistant: b']);
  });

  it('do not double the question that several calls of one trace are given', () => {
    const traceId = 'c'.repeat(32);
    const spans = [
      makeCall({ traceId, startMicros: 1000 }, ['system: route', 'user: hi'], ['assistant: sales']),
      makeCall({ traceId, startMicros: 2000 }, ['system: sell', 'user: hi'], ['assistant: buy']),
    ];

    expect(linesOf(spans)).toEqual([
      'system: route',
      'user: hi',
      'assistant: sales',
      'system: sell',
      'assistant: buy',
    ]);
  });

  it('have another reply when the first was rejected', () => {
    const history = ['user: 1', 'assistant: a', 'user: 2'];
    const spans = [
      makeCall({ startMicros: 1000 }, history.slice(0, 1), history.slice(1, 2)),
      makeCall({ startMicros: 2000 }, history, ['assistant: b']),
      makeCall({ startMicros: 3000 }, history, ['assistant: c']),
      makeCall({ startMicros: 4000 }, [...history, 'assistant: c', 'user: 3'], ['assistant: d']),
    ];

    expect(linesOf(spans)).toEqual([...history, 'assistant: b', 'assistant: c', 'user: 3', 'assistant: d']);
  });

  it('leave sub-agents their own messages, also when they work at the same time', () => {
    const traceId = 'd'.repeat(32);
    const call = (startMicros: number, inputs: string[], outputs: string[]) =>
      makeCall({ traceId, startMicros }, inputs, outputs);
    const plan = 'assistant! c0 delegate {}';
    const spans = [
      call(1000, ['system: lead', 'user: go'], [plan]),
      call(2000, ['system: x', 'user: part x'], ['assistant! c1 find {}']),
      call(2100, ['system: y', 'user: part y'], ['assistant! c2 find {}']),
      call(
        3000,
        ['system: x', 'user: part x', 'assistant! c1 find {}', 'tool! c1 fx'],
        ['assistant: x done'],
      ),
      call(
        3100,
        ['system: y', 'user: part y', 'assistant! c2 find {}', 'tool! c2 fy'],
        ['assistant: y done'],
      ),
      call(4000, ['system: lead', 'user: go', plan, 'tool! c0 x and y'], ['assistant: all done']),
    ];

    expect(linesOf(spans)).toEqual([
      'system: lead',
      'user: go',
      plan,
      'system: x',
      'user: part x',
      'assistant! c1 find {}',
      'system: y',
      'user: part y',
      'assistant! c2 find {}',
      'tool! c1 fx',
      'assistant: x done',
      'tool! c2 fy',
      'assistant: y done',
      'tool! c0 x and y',
      'assistant: all done',
    ]);
  });

  it('match although reasoning is left out and arguments are serialized again', () => {
    const thinking = makeCall({ startMicros: 1000 }, ['user: hi'], []);
    const parts = [...say('assistant! c f {"a": 1}').parts, { type: 'reasoning' as const, content: 'hm' }];
    thinking.call?.outputs.push(makeMessage({ role: 'assistant', name: null, parts }));
    const next = makeCall(
      { startMicros: 2000 },
      ['user: hi', 'assistant! c f {"a":1}', 'tool! c ok'],
      ['assistant: done'],
    );

    const { messages } = assemble([thinking, next], []);

    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messages[1]?.parts).toHaveLength(2);
  });

  it('give the output to the call that wrote it, when clocks say that it was repeated before', () => {
    const late = makeCall({ startMicros: 9000 }, ['user: hi'], ['assistant: hello']);
    const early = makeCall(
      { startMicros: 1000 },
      ['user: hi', 'assistant: hello', 'user: bye'],
      ['assistant: ciao'],
    );

    const { messages } = assemble([late, early], []);

    expect(messages.map(lineOf)).toEqual(['user: hi', 'assistant: hello', 'user: bye', 'assistant: ciao']);
    expect(messages[1]?.generation?.model).toBe('m');
  });
});

describe('calls of very many messages', () => {
  it('are read as fast when all say the same', () => {
    const same = Array<string>(20_000).fill('assistant: a');
    const calls = [1000, 2000].map((startMicros) => makeCall({ startMicros }, same, same));
    const cpuMs = startCpuClock();

    const lines = linesOf(calls);

    expect(cpuMs()).toBeLessThan(3000);
    expect(lines).toEqual(same.slice(0, 5000));
  });
});

describe('the facts of a call about its messages', () => {
  it('has no latency when it took longer than an import would believe', () => {
    const micros = 1e9 * 1000;
    const call = (endMicros: number) =>
      makeCall({ startMicros: 5, endMicros }, ['user: hi'], ['assistant: a']);
    const latencyOf = (endMicros: number) =>
      assemble([call(endMicros)], []).messages[1]?.generation?.latencyMs;

    expect([5 + micros, 5 + micros + 1000].map(latencyOf)).toEqual([1e9, null]);
  });

  it('is its model, tokens and time on the first output alone, and its start and end', () => {
    const { messages } = assemble(
      [
        makeCall(
          { startMicros: 5_000_000, endMicros: 5_750_000 },
          ['user: hi'],
          ['assistant: a', 'assistant: b'],
        ),
      ],
      [],
    );

    const generation = { model: 'm', provider: 'p', latencyMs: 750, costUsd: null, finishReason: null };
    expect(messages).toMatchObject([
      { role: 'user', createdAt: new Date(5000) },
      { createdAt: new Date(5750), generation: { ...generation, inputTokens: 10, outputTokens: 2 } },
      { createdAt: new Date(5750), generation: { ...generation, inputTokens: null, outputTokens: null } },
    ]);
  });

  it('is its error, with what it was asked when nothing was written', () => {
    const error = { type: 'RateLimitError', message: 'slow down' };
    const { messages } = assemble(
      [
        makeCall({ startMicros: 1000, error }, ['user: hi'], []),
        makeCall({ startMicros: 2000, error }, ['user: hi'], ['assistant: hel']),
      ],
      [],
    );

    expect(messages).toMatchObject([
      { role: 'user', extra: { error } },
      { role: 'assistant', isError: true, generation: { finishReason: 'error' } },
    ]);
  });

  it('is the agent around it', () => {
    const traceId = 'e'.repeat(32);
    const agent = makeSpan({ traceId, kind: 'agent', startMicros: 900, agentName: 'traveller' });
    const step = makeSpan({ traceId, startMicros: 950, parentSpanId: agent.spanId });
    const call = makeCall(
      { traceId, startMicros: 1000, parentSpanId: step.spanId },
      ['user: hi'],
      ['assistant: a'],
    );

    expect(assemble([call, step, agent], []).messages).toMatchObject([
      { role: 'user' },
      { agentName: 'traveller' },
    ]);
  });
});

describe('spans around a call', () => {
  const traceId = 'f'.repeat(32);

  it('name its agent, however many there are and however much it wrote', () => {
    const chain = [makeSpan({ traceId, startMicros: 1, agentName: 'traveller' })];
    while (chain.length < 2000) {
      chain.push(makeSpan({ traceId, startMicros: 1, parentSpanId: chain.at(-1)?.spanId ?? null }));
    }
    const said = Array<string>(5000).fill('assistant: a');
    const call = makeCall(
      { traceId, startMicros: 2, parentSpanId: chain.at(-1)?.spanId ?? null },
      ['user: hi'],
      said,
    );
    const cpuMs = startCpuClock();

    const { messages } = assemble([...chain, call], []);

    expect(cpuMs()).toBeLessThan(3000);
    expect(messages.at(-1)?.agentName).toBe('traveller');
  });

  it('name none when they are around each other', () => {
    const call = makeCall({ traceId, startMicros: 2 }, ['user: hi'], ['assistant: a', 'assistant: b']);
    const around = makeSpan({ traceId, startMicros: 1, parentSpanId: call.spanId });

    const { messages } = assemble([{ ...call, parentSpanId: around.spanId }, around], []);

    expect(messages.map(({ agentName }) => agentName ?? null)).toEqual([null, null, null]);
  });
});

describe('calls that are recorded twice', () => {
  it('count once: the inner span of a framework and its client', () => {
    const outer = makeCall({ startMicros: 1000 }, ['user: hi'], ['assistant: a']);
    const inner = makeCall(
      { traceId: outer.traceId, parentSpanId: outer.spanId, startMicros: 1001 },
      ['user: hi'],
      ['assistant: a'],
    );

    expect(linesOf([outer, inner])).toEqual(['user: hi', 'assistant: a']);
  });

  it('count once: the input and output of an agent whose calls are there', () => {
    const agent = {
      ...makeCall({ startMicros: 1000 }, ['user: hi'], ['assistant: a']),
      kind: 'agent' as const,
    };
    const call = makeCall(
      { traceId: agent.traceId, startMicros: 1001 },
      ['system: s', 'user: hi'],
      ['assistant: a'],
    );

    expect(linesOf([agent, call])).toEqual(['system: s', 'user: hi', 'assistant: a']);
    expect(linesOf([agent])).toEqual(['user: hi', 'assistant: a']);
  });
});

describe('a model span with counts inside one with messages', () => {
  const outer = makeCall({ startMicros: 1000, endMicros: 9000 }, ['user: hi'], ['assistant: a']);
  const { traceId, spanId } = outer;
  const inner = makeCall({ traceId, parentSpanId: spanId, startMicros: 1100, endMicros: 2100 }, [], []);

  it('has its counts and its time in the message', () => {
    const uncounted = {
      ...outer,
      call: { ...outer.call, inputTokens: null, outputTokens: null },
    } as GenAiSpan;

    const reply = assemble([uncounted, inner], []).messages.at(-1);

    expect(reply?.generation).toMatchObject({ inputTokens: 10, outputTokens: 2, latencyMs: 1 });
  });

  it('changes nothing where the messages have counts', () => {
    expect(assemble([outer, inner], []).messages.at(-1)?.generation).toMatchObject({
      inputTokens: 10,
      latencyMs: 8,
    });
  });
});

describe('two spans of one model call in separate traces', () => {
  const inputs = ['user: hi'];
  const framework = makeCall({ startMicros: 1000, endMicros: 2000 }, inputs, ['assistant: hello']);
  const within = { startMicros: 1100, endMicros: 1900, library: 'client' };

  it('are one message, in any order, with the counts of one', () => {
    const client = makeCall(within, inputs, ['assistant: hello']);

    expect(linesOf([framework, client])).toEqual(['user: hi', 'assistant: hello']);
    expect(linesOf([client, framework])).toEqual(['user: hi', 'assistant: hello']);
  });

  it('are one message if their libraries are unknown', () => {
    const imported = ({ library: _library, ...span }: GenAiSpan): GenAiSpan => span;
    const client = makeCall(within, inputs, ['assistant: hello']);

    expect(linesOf([imported(framework), imported(client)])).toEqual(['user: hi', 'assistant: hello']);
  });

  it('are two calls if one is not within the time of the other, or says something else', () => {
    const later = makeCall({ ...within, endMicros: 2100 }, inputs, ['assistant: hello']);
    const other = makeCall(within, inputs, ['assistant: good day']);

    expect(linesOf([framework, later])).toHaveLength(4);
    expect(linesOf([framework, other])).toHaveLength(4);
  });

  it('are found among any calls as by comparing each with each', () => {
    const call = fc.record({
      trace: fc.constantFrom('t1', 't2', 't3'),
      start: fc.integer({ min: 0, max: 4 }),
      length: fc.integer({ min: 0, max: 4 }),
      library: fc.constantFrom('framework', 'client', undefined),
      input: fc.constantFrom('user: hi', 'user: ho'),
    });

    fc.assert(
      fc.property(fc.array(call, { maxLength: 8 }), (drawn) => {
        const calls = drawn.map(({ trace, start, length, library, input }) => {
          const times = { startMicros: start, endMicros: start + length };
          const span = makeCall({ traceId: trace, ...times }, [input], ['assistant: hello']);
          const { library: _library, ...imported } = span;
          return library === undefined ? imported : { ...imported, library };
        });

        expect(idsOf(selectAll(calls))).toEqual(idsOf(withoutTwins(calls.toSorted(byStart))));
      }),
    );
  });

  it('take time in proportion to their histories when thousands are concurrent', () => {
    const history = Array.from({ length: 200 }, (_, index) => `user: ${index}`).map(say);
    const calls = Array.from({ length: 1900 }, (_, index) => {
      const { library: _library, ...span } = makeCall(
        { startMicros: 1000 },
        [`user: last ${index}`],
        ['assistant: x'],
      );
      return { ...span, call: span.call && { ...span.call, inputs: [...history, ...span.call.inputs] } };
    });
    const cpuMs = startCpuClock();

    const { messages } = assemble(calls, []);

    expect(cpuMs()).toBeLessThan(4000);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', content: 'x' }]);
  });

  it('are two calls if one library recorded both', () => {
    const other = makeCall({ ...within, library: 'test' }, inputs, ['assistant: hello']);

    expect(linesOf([framework, other])).toHaveLength(4);
  });
});

describe('spans of tools', () => {
  const failed = { type: null, message: 'no such day' };
  const run = (fields: Partial<GenAiSpan>, callId: string | null, result: string | null) =>
    makeSpan({ kind: 'tool', startMicros: 1600, tool: { callId, name: 'find', result }, ...fields });
  const calls = [
    makeCall({ startMicros: 1000 }, ['user: hi'], ['assistant! c1 find {}']),
    makeCall(
      { startMicros: 2000 },
      ['user: hi', 'assistant! c1 find {}', 'tool! c1 nothing'],
      ['assistant: sorry'],
    ),
  ];
  const errorsOf = (spans: GenAiSpan[]) =>
    assemble(spans, []).messages.flatMap((message) => (message.isError ? lineOf(message) : []));

  it('mark a result that the model was sent as a failure', () => {
    expect(errorsOf([...calls, run({ error: failed }, 'c1', 'nothing')])).toEqual(['tool! c1 nothing']);
    expect(errorsOf([...calls, run({ error: failed }, null, 'nothing')])).toEqual(['tool! c1 nothing']);
    expect(errorsOf([...calls, run({}, 'c1', 'nothing')])).toEqual([]);
    expect(linesOf([...calls, run({ error: failed }, 'c1', 'nothing')])).toEqual(linesOf(calls));
  });

  it('add a result that no model was sent, and find its call', () => {
    const [first] = calls as [GenAiSpan];

    expect(linesOf([first, run({}, 'c1', 'found')])).toEqual([...linesOf([first]), 'tool! c1 found']);
    expect(linesOf([first, run({}, null, 'found')])).toEqual([...linesOf([first]), 'tool! c1 found']);
    expect(errorsOf([first, run({ error: failed }, 'c1', null)])).toEqual(['tool! c1 no such day']);
  });

  it('have no result for a call that has one, whatever form theirs is in', () => {
    expect(linesOf([...calls, run({}, null, '{"output":"nothing"}')])).toEqual(linesOf(calls));
    expect(
      linesOf([...calls, run({ tool: { callId: null, name: 'other', result: 'x' } }, null, 'x')]),
    ).toEqual(['user: hi', 'assistant! c1 find {}', 'tool! null x', 'tool! c1 nothing', 'assistant: sorry']);
  });

  it('match the calls of their tool one after the other, as fast when there are many', () => {
    const count = 1500;
    const call = makeCall(
      { startMicros: 1000 },
      ['user: hi'],
      Array.from({ length: count }, (_, index) => `assistant! c${index} find {}`),
    );
    const runs = Array.from({ length: count }, (_, index) =>
      run({ startMicros: 2000 + index }, null, `found ${index}`),
    );
    const cpuMs = startCpuClock();

    const lines = linesOf([call, ...runs]);

    expect(cpuMs()).toBeLessThan(3000);
    expect(lines.slice(count + 1)).toEqual(runs.map((_, index) => `tool! c${index} found ${index}`));
  });
});

describe('events that came apart from their span', () => {
  const call = makeCall({ startMicros: 1000 }, [], []);
  const event = (position: number, inputs: string[], outputs: string[]): CallEvent => ({
    traceId: call.traceId,
    spanId: call.spanId,
    timeMicros: 1000,
    observedMicros: 1000,
    position,
    inputs: inputs.map(say),
    outputs: outputs.map(say),
  });
  const events = [
    event(1, ['system: s'], []),
    event(2, ['user: hi'], []),
    event(3, [], ['assistant: hello']),
  ];

  it('are its messages, in the order of their export', () => {
    expect(linesOf([call], events.toReversed())).toEqual(['system: s', 'user: hi', 'assistant: hello']);
  });

  it('are nothing without it', () => {
    expect(linesOf([], events)).toEqual([]);
  });

  it('are nothing when their content was not recorded', () => {
    const silent = events.map((one) => ({
      ...one,
      inputs: one.inputs.map((message) => ({ ...message, parts: [] })),
      outputs: one.outputs.map((message) => ({ ...message, parts: [] })),
    }));

    expect(linesOf([call], silent)).toEqual([]);
  });
});

describe('any set of spans', () => {
  const text = fc.constantFrom(
    'user: a',
    'user: b',
    'assistant: c',
    'assistant! x f {}',
    'tool! x r',
    'system: s',
  );
  const span = fc
    .record({
      start: fc.integer({ min: 1, max: 5 }),
      inputs: fc.array(text, { maxLength: 6 }),
      outputs: fc.array(fc.constantFrom('assistant: c', 'assistant: d', 'assistant! x f {}'), {
        maxLength: 2,
      }),
      trace: fc.constantFrom('1', '2'),
    })
    .map(({ start, inputs, outputs, trace }) =>
      makeCall({ startMicros: start * 1000, traceId: trace.repeat(32) }, inputs, outputs),
    );

  it('makes the same conversation in any order', () => {
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 8 }).chain((spans) => fc.tuple(fc.constant(spans), shuffled(spans))),
        ([spans, others]) => {
          expect(assemble(others, [])).toEqual(assemble(spans, []));
        },
      ),
    );
  });

  it('has every message of every call, and every output once', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
        const lines = linesOf(spans);

        const said = spans.flatMap(({ call }) => [...(call?.inputs ?? []), ...(call?.outputs ?? [])]);
        expect(new Set(lines)).toEqual(new Set(said.map(lineOf)));
        const written = spans.flatMap(({ call }) => call?.outputs ?? []).length;
        expect(assemble(spans, []).messages.filter(({ generation }) => generation)).toHaveLength(written);
      }),
    );
  });

  it('grows to the transcript of a chat, for any window that each call sees', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 3, max: 9 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (turns, window, usesTool) => {
          const transcript: string[] = [];
          const spans: GenAiSpan[] = [];
          const call = (output: string) => {
            const inputs = ['system: s', ...transcript.slice(-window)];
            spans.push(makeCall({ startMicros: 1000 * (spans.length + 1) }, inputs, [output]));
            transcript.push(output);
          };
          for (let turn = 0; turn < turns; turn += 1) {
            transcript.push(`user: q${turn}`);
            if (usesTool[turn]) {
              call(`assistant! c${turn} find {}`);
              transcript.push(`tool! c${turn} r`);
            }
            call(`assistant: a${turn}`);
          }

          expect(linesOf(spans)).toEqual(['system: s', ...transcript]);
        },
      ),
    );
  });
});

function shuffled<Item>(items: Item[]): fc.Arbitrary<Item[]> {
  return fc.array(fc.nat(), { minLength: items.length, maxLength: items.length }).map((keys) =>
    items
      .map((item, index) => ({ item, key: keys[index] ?? 0 }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item),
  );
}
