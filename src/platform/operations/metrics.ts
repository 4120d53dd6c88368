import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A counter that is stored, because processes without an endpoint count. */
export interface StoredCounter {
  name: string;
  help: string;
  label: string;
  /** The count of each value of the label. */
  read(): Promise<ReadonlyMap<string, number>>;
}

/** A number that is stored, or follows from what is. */
export interface StoredGauge {
  name: string;
  help: string;
  /** Null: unknown. */
  read(): Promise<number | null>;
}

/** Prometheus metrics of one process. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a counter that every process reports with the same values. It keeps the last ones during an outage. */
  addStored({ name, help, label, read }: StoredCounter): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        const counts = await read().catch(() => null);
        if (counts === null) return;
        this.reset();
        for (const [value, count] of counts) this.inc({ [label]: value }, count);
      },
    });
  }

  /** Adds a gauge that every process reports with the same value. It keeps the last one during an outage. */
  addStoredGauge({ name, help, read }: StoredGauge): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await read().catch(() => null);
        if (value !== null) this.set(value);
      },
    });
  }

  /** Records the duration of an operation's requests. */
  readonly observe = (operation: string): RequestHandler => {
    return (_request, response, next) => {
      const end = this.requests.startTimer({ operation });
      response.once('finish', () => end({ status: String(response.statusCode) }));
      next();
    };
  };
}
