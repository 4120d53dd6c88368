const traceId = '5b8efff798038103d269b633813fc60c';
const spanId = 'eee19b7ec3c1b174';
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

export const exportTracesExample = {
  request: {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId,
                spanId,
                name: 'chat gpt-4.1-mini',
                startTimeUnixNano: '1768469400000000000',
                endTimeUnixNano: '1768469400380000000',
                attributes: [
                  text('gen_ai.operation.name', 'chat'),
                  text('gen_ai.provider.name', 'openai'),
                  text('gen_ai.response.model', 'gpt-4.1-mini'),
                  text('gen_ai.conversation.id', 'ticket-4711'),
                  text(
                    'gen_ai.input.messages',
                    '[{"role":"user","parts":[{"type":"text","content":"Hello"}]}]',
                  ),
                  text(
                    'gen_ai.output.messages',
                    '[{"role":"assistant","parts":[{"type":"text","content":"Hi."}],"finish_reason":"stop"}]',
                  ),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  response: {},
};

export const exportLogsExample = {
  request: {
    resourceLogs: [
      {
        scopeLogs: [
          {
            logRecords: [
              {
                traceId,
                spanId,
                timeUnixNano: '1768469400000000000',
                eventName: 'gen_ai.user.message',
                body: { kvlistValue: { values: [text('content', 'Hello')] } },
              },
            ],
          },
        ],
      },
    ],
  },
  response: {},
};

export const undecodable = {
  code: 3,
  message: 'The body is not an OTLP export in application/x-protobuf',
};
