import type { Origin } from '../../../packages/formats';

const LOGS_MAY_FOLLOW = 'If the messages follow as log records to /v1/logs, nothing has to change.';

/** Where messages are not recorded, the instrumentations by their name, and the setting to change. */
const contentSettings: [RegExp, string][] = [
  [/^(ai|gen_ai)$/, 'Set recordInputs and recordOutputs to true in the telemetry options of each call.'],
  [/^openinference|^@arizeai\//, 'Set OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS to false.'],
  [/^pydantic-ai/, 'Set include_content=True of InstrumentationSettings.'],
  [
    /^langfuse/,
    'Set LANGFUSE_OBSERVE_DECORATOR_IO_CAPTURE_ENABLED=true, or the input and output of each observation.',
  ],
  [/^langsmith/, 'Set LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS to false.'],
  [/^openlit/, 'Set capture_message_content=True of openlit.init.'],
  [
    /^gcp\.vertex\.agent/,
    'Set OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental and OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY.',
  ],
  [
    /^(microsoft\.)?semantic_?kernel/i,
    `Set SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true. ${LOGS_MAY_FOLLOW}`,
  ],
  [/^@traceloop\/|^traceloop\./, 'Set TRACELOOP_TRACE_CONTENT=true.'],
  // Instrumentations of OpenTelemetry have names like those of OpenLLMetry.
  [
    /^opentelemetry\.instrumentation\.(?!openai_v2|google_genai|botocore)/,
    'Set TRACELOOP_TRACE_CONTENT=true.',
  ],
];

const OPENTELEMETRY_SETTING = `Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true. ${LOGS_MAY_FOLLOW}`;

/** What to change where an instrumentation records no content. */
export function contentAdvice({ sdkName }: Origin): string {
  return contentSettings.find(([pattern]) => pattern.test(sdkName ?? ''))?.[1] ?? OPENTELEMETRY_SETTING;
}
