import { requestTimeout } from '../../platform/errors/error-templates';
import type { BodyProgress } from '../../platform/http/body-stream';

const MAX_IDLE_MS = 60_000;

/** An import without a valid line for a minute ends: imports are few, and blanks may arrive for hours. */
export class ImportActivity implements BodyProgress {
  private activeAt = performance.now();

  constructor(private readonly maxIdleMs = MAX_IDLE_MS) {}

  /** Records that lines were stored, now or before, are ignored, or wait for the rest of their conversation. */
  record(): void {
    this.activeAt = performance.now();
  }

  remainingMs(): number {
    return this.activeAt + this.maxIdleMs - performance.now();
  }

  error() {
    return requestTimeout(`a valid line every ${this.maxIdleMs / 1000} s`, {
      loc: ['body'],
      ctx: { max_idle_ms: this.maxIdleMs },
    });
  }
}
