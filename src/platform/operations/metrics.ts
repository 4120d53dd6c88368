import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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

  /** Records the duration of an operation's requests. */
  readonly observe = (operation: string): RequestHandler => {
    return (_request, response, next) => {
      const end = this.requests.startTimer({ operation });
      response.once('finish', () => end({ status: String(response.statusCode) }));
      next();
    };
  };
}
