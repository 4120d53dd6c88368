import { keyStateAt } from '../../../web/src/pages/settings/api-keys/key-state';
import * as evaluator from '../../../web/src/pages/settings/evaluators/evaluator-draft';
import * as issueConfig from '../../../web/src/pages/settings/issue-config/issue-config-draft';
import * as workspace from '../../../web/src/pages/settings/workspace/workspace-draft';

describe('an API key', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');

  it.each([
    ['active', null, '2026-03-01T12:00:01Z'],
    ['expired', null, '2026-03-01T12:00:00Z'],
    ['revoked', '2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['revoked', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ])('is %s when revoked at %s and expiring at %s', (state, revokedAt, expiresAt) => {
    expect(keyStateAt({ revoked_at: revokedAt, expires_at: expiresAt }, now)).toBe(state);
  });
});

describe('the settings of a workspace', () => {
  const saved = { name: 'Demo', retention_days: 30, online_evaluation: { enabled: true, sample_rate: 0.07 } };
  const draft = workspace.draftOf(saved);

  it('stay what they are when nothing is changed', () => {
    expect(draft.samplePercent).toBe('7');
    expect(workspace.toUpdateWorkspace(draft)).toEqual(saved);
  });

  it.each(['', 'ninety', '0'])('never keep everything because the days read %j', (retentionDays) => {
    expect(workspace.toUpdateWorkspace({ ...draft, retentionDays }).retention_days).toBe(0);
  });

  it.each(['', ' ', 'half'])('send no sample rate of 0 because the share reads %j', (samplePercent) => {
    const { online_evaluation: online } = workspace.toUpdateWorkspace({ ...draft, samplePercent });
    expect(online?.sample_rate).toBeNaN();
  });

  it.each([
    ['29', false, true],
    ['30', false, false],
    ['31', false, false],
    ['29', true, false],
  ])(
    'with %s days, or for ever: %s, remove more than before: %s',
    (retentionDays, isKeptForever, removes) => {
      expect(workspace.removesMore({ ...draft, retentionDays, isKeptForever }, saved)).toBe(removes);
    },
  );

  it('remove more once there is a limit at all', () => {
    const kept = { ...saved, retention_days: null };
    expect(workspace.removesMore({ ...workspace.draftOf(kept), isKeptForever: false }, kept)).toBe(true);
  });
});

describe('the issue config', () => {
  const saved = { labels: [{ name: 'fabrication', description: 'Made up.' }], domain_context: null };
  const draft = issueConfig.draftOf(saved);

  it('is not changed by being shown', () => {
    expect(issueConfig.isChanged(draft, saved)).toBe(false);
    expect(issueConfig.toSaveIssueConfig(draft)).toEqual(saved);
  });

  it('is changed by a label, a description or a context', () => {
    const described = {
      ...draft,
      labels: draft.labels.map((label) => ({ ...label, description: 'Other.' })),
    };
    const changes = [issueConfig.withNewLabel(draft), described, { ...draft, domainContext: 'Ferries.' }];

    expect(changes.map((changed) => issueConfig.isChanged(changed, saved))).toEqual([true, true, true]);
  });

  it('gives every label a row of its own, also after some were removed', () => {
    const two = issueConfig.withNewLabel(draft);
    const three = issueConfig.withNewLabel({ ...two, labels: two.labels.slice(1) });
    const rows = three.labels.map(({ row }) => row);

    expect(new Set(rows).size).toBe(rows.length);
    expect(issueConfig.withNewLabel({ ...draft, labels: [] }).labels).toHaveLength(1);
  });
});

describe('an evaluator', () => {
  const judge = {
    id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11',
    name: 'strict judge',
    kind: 'llm_judge' as const,
    config: { model: 'gpt-4.1-mini', timeout_ms: 1001, context_tokens: 128_000, verify: true },
    version: 1,
    is_default: false,
    created_at: '2026-01-15T09:30:00.000Z',
  };

  it('stays what it is when nothing is changed', () => {
    expect(evaluator.toChangeEvaluator(evaluator.draftOf(judge))).toEqual({
      name: judge.name,
      config: judge.config,
    });
  });

  it('is made with a config where it asks a model, and without where it does not', () => {
    const draft = { ...evaluator.emptyDraft, name: ' mine ', model: 'gpt' };
    const config = { model: 'gpt', timeout_ms: 60_000, context_tokens: 128_000, verify: false };

    expect(evaluator.toCreateEvaluator(draft)).toEqual({ kind: 'llm_judge', name: 'mine', config });
    expect(evaluator.toCreateEvaluator({ ...draft, kind: 'grounding' })).toEqual({
      kind: 'grounding',
      name: 'mine',
    });
  });
});
