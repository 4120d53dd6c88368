import { Root, type Type } from 'protobufjs/light';
import definitions from './definitions.json';

// The messages of opentelemetry-proto 1.x, google.rpc.Status and RetryInfo as descriptors, from the Python packages
// opentelemetry-proto and googleapis-common-protos (both Apache-2.0), which publish them in compiled form.
const root = Root.fromJSON(definitions);

/** The OTLP names of one kind of telemetry. */
export interface Signal {
  request: Type;
  response: Type;
  /** The field of `partial_success` that counts rejected records. */
  rejectedField: 'rejectedSpans' | 'rejectedLogRecords';
}

export const traceSignal: Signal = {
  request: root.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest'),
  response: root.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse'),
  rejectedField: 'rejectedSpans',
};

export const logSignal: Signal = {
  request: root.lookupType('opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest'),
  response: root.lookupType('opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse'),
  rejectedField: 'rejectedLogRecords',
};

export const spanType: Type = root.lookupType('opentelemetry.proto.trace.v1.Span');

export const rpcStatus: Type = root.lookupType('google.rpc.Status');
export const retryInfo: Type = root.lookupType('google.rpc.RetryInfo');
