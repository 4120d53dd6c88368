import { cutText } from '../../text';

const MAX_LENGTH = 500;

/** Results that cannot be read. The message names file, place and problem, on one line: it may quote the results. */
export class ResultsError extends Error {
  constructor(file: string, place: string | null, problem: string) {
    const message = [file, ...(place === null ? [] : [place]), cutText(problem, MAX_LENGTH)].join(': ');
    super(message.replace(/\p{Cc}+/gu, ' '));
    this.name = 'ResultsError';
  }
}
