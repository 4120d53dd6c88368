import { loadGroundingModel } from '../../../packages/detector';
import {
  confidenceHelp,
  REPLY_THRESHOLD,
  WORD_THRESHOLD,
} from '../../../web/src/pages/conversations/detail/confidence';

it('explains the thresholds of the model that the service has', () => {
  const { thresholds } = loadGroundingModel();

  expect({ reply: REPLY_THRESHOLD, word: WORD_THRESHOLD }).toEqual(thresholds);
  expect(confidenceHelp).toContain('from 0.32 on');
});
