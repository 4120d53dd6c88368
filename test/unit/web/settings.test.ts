import { ApiError } from '../../../web/src/api/api-error';
import { getKeyState } from '../../../web/src/pages/settings/api-keys/key-state';
import * as evaluator from '../../../web/src/pages/settings/evaluators/evaluator-draft';
import * as issueConfig from '../../../web/src/pages/settings/issue-config/issue-config-draft';
import { getConfigErrors } from '../../../web/src/pages/settings/issue-config/issue-config-errors';
import { coverKind, findRow, listUncovered } from '../../../web/src/pages/settings/issue-config/issue-kinds';
import * as workspace from '../../../web/src/pages/settings/workspace/workspace-draft';

describe('an API key', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');

  it.each([
    ['active', null, '2026-03-01T12:00:01Z'],
    ['expired', null, '2026-03-01T12:00:00Z'],
    ['revoked', '2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['revoked', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ])('is %s when revoked at %s and expiring at %s', (state, revokedAt, expiresAt) => {
    expect(getKeyState({ revoked_at: revokedAt, expires_at: expiresAt }, now)).toBe(state);
  });
});

describe('the settings of a workspace', () => {
  const saved = {
    name: 'Demo',
    retention_days: 30,
    online_evaluation: { enabled: true, sample_rate: 0.07 },
    analytics_tags: ['environment'],
  };
  const draft = workspace.toDraft(saved);

  it('stay the same without changes', () => {
    expect(draft.samplePercent).toBe('7');
    expect(workspace.toUpdateWorkspace(draft, saved)).toEqual({});
  });

  it.each([
    [{ name: ' Other ' }, { name: 'Other' }],
    [{ isRetentionUnlimited: true }, { retention_days: null }],
    [{ retentionDays: ' 45 ' }, { retention_days: 45 }],
    [{ isEvaluating: false }, { online_evaluation: { enabled: false } }],
    [{ analyticsTags: 'environment, team,' }, { analytics_tags: ['environment', 'team'] }],
    [{ analyticsTags: ' ' }, { analytics_tags: [] }],
    [{ samplePercent: '8' }, { online_evaluation: { sample_rate: 0.08 } }],
  ])('send only what %j changes', (changes, body) => {
    expect(workspace.toUpdateWorkspace({ ...draft, ...changes }, saved)).toEqual(body);
  });

  it('do not send a hidden field', () => {
    const hidden = { ...draft, isEvaluating: false, samplePercent: 'half', isRetentionUnlimited: true };
    const { online_evaluation: online, retention_days: days } = workspace.toUpdateWorkspace(
      { ...hidden, retentionDays: 'abc' },
      saved,
    );

    expect([online, days]).toEqual([{ enabled: false }, null]);
  });

  it.each(['', 'abc', '0', '-1', '1.5', '1e3', '0x10'])(
    'reject %j as a number of days, unless retention is unlimited',
    (retentionDays) => {
      expect(workspace.validateRetention({ ...draft, retentionDays })).toMatch(/whole number/);
      expect(workspace.validateRetention({ ...draft, retentionDays, isRetentionUnlimited: true })).toBeNull();
    },
  );

  it.each(['1', ' 30 ', '36500'])('accept %j as a number of days', (retentionDays) => {
    expect(workspace.validateRetention({ ...draft, retentionDays })).toBeNull();
  });

  it.each(['', ' ', 'half'])('do not send a sample rate of 0 for the input %j', (samplePercent) => {
    const { online_evaluation: online } = workspace.toUpdateWorkspace({ ...draft, samplePercent }, saved);
    expect(online?.sample_rate).toBeNaN();
  });

  it.each([
    ['29', false, true],
    ['30', false, false],
    ['31', false, false],
    ['29', true, false],
  ])(
    'with %s days, unlimited: %s, delete more than before: %s',
    (retentionDays, isRetentionUnlimited, removes) => {
      expect(workspace.isRetentionShorter({ ...draft, retentionDays, isRetentionUnlimited }, saved)).toBe(
        removes,
      );
    },
  );

  it('delete more when a limit is introduced', () => {
    const kept = { ...saved, retention_days: null };
    expect(
      workspace.isRetentionShorter({ ...workspace.toDraft(kept), isRetentionUnlimited: false }, kept),
    ).toBe(true);
  });
});

describe('the issue configuration', () => {
  const saved = {
    labels: [{ name: 'fabrication', description: 'Made up.', covers: ['fabrication' as const] }],
    domain_context: null,
  };
  const draft = issueConfig.toDraft(saved);

  it('is unchanged when shown', () => {
    expect(issueConfig.isChanged(draft, saved)).toBe(false);
    expect(issueConfig.toContent(draft)).toEqual(saved);
  });

  it('changes with a label, a description or the context', () => {
    const described = {
      ...draft,
      labels: draft.labels.map((label) => ({ ...label, description: 'Other.' })),
    };
    const changes = [issueConfig.addLabel(draft), described, { ...draft, domainContext: 'Ferries.' }];

    expect(changes.map((changed) => issueConfig.isChanged(changed, saved))).toEqual([true, true, true]);
  });

  it('gives every label a unique row, also after removals', () => {
    const two = issueConfig.addLabel(draft);
    const three = issueConfig.addLabel({ ...two, labels: two.labels.slice(1) });
    const rows = three.labels.map(({ row }) => row);

    expect(new Set(rows).size).toBe(rows.length);
    const { row } = issueConfig.addLabel({ ...two, labels: two.labels.slice(0, 1) }).labels[1] ?? {};
    expect(two.labels.map((label) => label.row)).not.toContain(row);
    expect(issueConfig.addLabel({ ...draft, labels: [] }).labels).toHaveLength(1);
  });
});

describe('the kinds of issues in an issue configuration', () => {
  const saved = {
    labels: [
      { name: 'fabrication', description: '', covers: ['fabrication' as const, 'reasoning_error' as const] },
      { name: 'wrong_tariff', description: '', covers: [] },
    ],
    domain_context: null,
  };
  const draft = issueConfig.toDraft(saved);
  const coversOf = (edited: issueConfig.IssueConfigDraft) => edited.labels.map(({ covers }) => covers);

  it('move from one label to another, so that each has one at most', () => {
    const moved = coverKind(draft, 'fabrication', 1);

    expect(coversOf(moved)).toEqual([['reasoning_error'], ['fabrication']]);
    expect(findRow(moved, 'fabrication')).toBe(1);
    expect(issueConfig.isChanged(moved, saved)).toBe(true);
  });

  it('stay with a label that is renamed', () => {
    const renamed = {
      ...draft,
      labels: draft.labels.map((label) => ({ ...label, name: `${label.name}_2` })),
    };

    expect(issueConfig.toContent(renamed).labels[0]).toEqual({
      name: 'fabrication_2',
      description: '',
      covers: ['fabrication', 'reasoning_error'],
    });
  });

  it('include replies that do not match an output schema, which need no label', () => {
    const covered = coverKind(draft, 'schema_mismatch', 1);

    expect(coversOf(coverKind(covered, 'fabrication', null))).toContainEqual(['schema_mismatch']);
    expect(listUncovered(draft)).not.toContain('schema_mismatch');
  });

  it('are uncovered when none has them, also after a label is removed', () => {
    const unassigned = coverKind(draft, 'reasoning_error', null);

    expect(listUncovered(draft)).toEqual([
      'context_misattribution',
      'incorrect_refusal',
      'tool_argument_fabrication',
    ]);
    expect(listUncovered(unassigned)).toContain('reasoning_error');
    expect(listUncovered({ labels: draft.labels.slice(1) })).toHaveLength(5);
  });
});

describe('an edit of the issue configuration', () => {
  const versionOf = (version: number, description: string) => ({
    labels: [{ name: 'fabrication', description, covers: ['fabrication' as const] }],
    domain_context: null,
    version,
    created_at: '2026-01-15T09:30:00.000Z',
  });
  const first = versionOf(1, 'Made up.');
  const second = versionOf(2, 'Invented.');
  const typed = { base: first, draft: { ...issueConfig.toDraft(first), domainContext: 'Ferries.' } };

  it('survives a newer version', () => {
    expect(issueConfig.openEdit(typed, second)).toBe(typed);
  });

  it('sends its base version to the API, which refuses to replace another', () => {
    const { labels } = first;
    const body = { labels, domain_context: 'Ferries.', version: 1 };
    expect(issueConfig.toSaveIssueConfig(issueConfig.openEdit(typed, second))).toEqual(body);
  });

  it('is replaced by a newer version if nothing differs', () => {
    const untouched = { base: first, draft: issueConfig.toDraft(first) };
    const alike = { base: first, draft: issueConfig.toDraft(second) };

    for (const edit of [null, untouched, alike]) {
      expect(issueConfig.openEdit(edit, second)).toEqual({
        base: second,
        draft: issueConfig.toDraft(second),
      });
    }
  });
});

describe('the errors of an issue configuration', () => {
  const label = (row: number, name: string) => ({ row, name, description: '', covers: [] });
  const [good, bad, twice] = [label(0, 'good'), label(1, 'Bad Name'), label(2, 'good')];
  const entry = (loc: string[], msg: string) => ({ loc: ['body', ...loc], msg, type: 'invalid' });
  const error = new ApiError(
    422,
    [
      entry(['labels', '1', 'name'], 'not snake_case'),
      entry(['labels', '2', 'name'], 'given twice'),
      entry(['labels'], 'too many'),
      entry(['domain_context'], 'too long'),
    ],
    null,
  );
  const errors = getConfigErrors(error, { labels: [good, bad, twice] });

  it('belong to the submitted rows, wherever they are now', () => {
    const shown = [twice, good, bad].map(({ row }) => errors.formatLabelScope(row, 'name'));

    expect(shown).toEqual(['given twice', null, 'not snake_case']);
    expect(errors.formatLabelScope(bad.row, 'description')).toBeNull();
  });

  it('belong to no row that was added since', () => {
    expect(errors.formatLabelScope(3, 'name')).toBeNull();
  });

  it('belong to the context, or to no field', () => {
    expect(errors.ofContext).toBe('too long');
    expect((errors.rest as ApiError).detail.map(({ msg }) => msg)).toEqual(['too many']);
  });
});

describe('an evaluator', () => {
  const judge = {
    id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11',
    name: 'strict judge',
    kind: 'llm_judge' as const,
    config: { model: 'gpt-4.1-mini', timeout_ms: 1001, context_tokens: 128_000, verify: true, traffic: null },
    version: 1,
    is_default: false,
    created_at: '2026-01-15T09:30:00.000Z',
  };

  it('stays the same without changes', () => {
    expect(evaluator.toChangeEvaluator(evaluator.toDraft(judge))).toEqual({
      name: judge.name,
      config: { model: 'gpt-4.1-mini', timeout_ms: 1001, context_tokens: 128_000, verify: true },
    });
  });

  it('is created with the settings of its kind', () => {
    const draft = { ...evaluator.emptyDraft, name: ' mine ', model: 'gpt' };
    const config = { model: 'gpt', timeout_ms: 60_000, context_tokens: 128_000, verify: false };

    expect(evaluator.toCreateEvaluator(draft)).toEqual({ kind: 'llm_judge', name: 'mine', config });
    const embedded = { ...draft, kind: 'grounding', traffic: 'agent' } as const;
    expect(evaluator.toCreateEvaluator(embedded)).toEqual({
      kind: 'grounding',
      name: 'mine',
      config: { traffic: 'agent' },
    });
  });
});
