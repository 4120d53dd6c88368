import type { Experiment } from '../../../../packages/client';
import { describeAddresses } from '../../../../src/cli/demo/address-report';
import type { CheckedConversation, CheckResult } from '../../../../src/cli/demo/check-conversations';
import { itemTable, metricsTable } from '../../../../src/cli/demo/experiment-tables';
import { describeFindings, describeSkipped } from '../../../../src/cli/demo/findings-report';
import { experimentExample, itemExample } from '../../../../src/experiments/wire/experiment.examples';
import { experimentSchema, itemSchema } from '../../../../src/experiments/wire/experiment.schema';

const item = itemSchema.parse(itemExample);
const experiment = experimentSchema.parse(experimentExample) as Experiment;

describe('describeFindings', () => {
  const conversation = (
    labels: string[] | null,
    planted: CheckedConversation['planted'],
  ): CheckedConversation => ({
    line: 1,
    conversationId: 'c',
    annotations:
      labels?.map((label) => ({
        text: 'x',
        label,
        explanation: '',
        message_part_index: 0,
        start_offset: 0,
        end_offset: 1,
        tool_name: null,
        parameter_name: null,
        confidence: null,
        calibrated_confidence: null,
        evidence: [],
      })) ?? null,
    parts: [],
    planted,
  });
  const findings = (checked: CheckedConversation[], skipped: CheckResult['skipped'] = []) =>
    describeFindings({ checked, skipped }, 2);

  it('counts conversations, issues and labels, the most frequent label first', () => {
    const text = findings([
      conversation(['fabrication', 'reasoning_error', 'fabrication'], null),
      conversation([], null),
    ]);

    expect(text).toBe(
      [
        'Checked 2 conversations in 2.0 s, 1 a second.',
        '1 conversation flagged, with 3 issues.',
        '  fabrication: 2',
        '  reasoning_error: 1',
      ].join('\n'),
    );
  });

  it('compares with what the file documents', () => {
    const text = findings([
      conversation(['fabrication'], { planted: 2, found: 1 }),
      conversation(['fabrication'], { planted: 0, found: 0 }),
      conversation([], { planted: 0, found: 0 }),
    ]);

    expect(text).toContain('documented in the file: 2; touched by a flagged span: 1.');
    expect(text).toContain('as clean: 2; flagged: 1.');
  });

  it('counts a conversation without verdict neither as clean nor as flagged', () => {
    const text = findings([conversation(null, null), conversation([], { planted: 0, found: 0 })]);

    expect(text).toContain('0 conversations flagged');
    expect(text).toContain('1 conversation without a verdict');
    expect(text).toContain('as clean: 1; flagged: 0.');
  });

  it('says how many lines were skipped', () => {
    expect(findings([], [{ line: 3, fault: 'not JSON' }])).toContain('1 line of the file skipped.');
  });
});

describe('describeSkipped', () => {
  it('names each line and cuts a long list', () => {
    const lines = describeSkipped(
      Array.from({ length: 23 }, (_, index) => ({ line: index + 1, fault: 'not JSON' })),
    );

    expect(lines[0]).toBe('Line 1 skipped: not JSON');
    expect(lines.at(-1)).toBe('… and 3 more lines');
    expect(lines).toHaveLength(21);
  });
});

describe('itemTable', () => {
  it('cuts the preview to 60 columns, of which a Japanese character takes two', () => {
    const rows = itemTable([
      { ...item, source_preview: 'x'.repeat(61) },
      { ...item, source_preview: '日'.repeat(31) },
    ]);

    expect(rows).toContain(`│ ${'x'.repeat(59)}… │`);
    expect(rows).toMatch(/│ 日{29}… {1,2}│/);
  });

  it('keeps a preview of several lines on one row and shows a missing number as a dash', () => {
    const rows = itemTable([{ ...item, source_preview: 'one\r\ntwo', latency_ms: null }]);

    expect(rows).toContain('│ one two ');
    expect(rows).toMatch(/–\s*│\n└/);
  });
});

describe('metricsTable', () => {
  it('shows each experiment next to its baseline, the issue rate with its fraction', () => {
    const baseline = {
      ...experiment.baseline_metrics,
      issue_rate: null,
      evaluated_count: 0,
      cost_per_1k: null,
    };
    const rows = metricsTable([
      { experiment: { ...experiment, baseline_metrics: baseline }, firstItems: [], seconds: 1 },
    ]).split('\n');

    expect(rows.find((row) => row.includes('issue rate'))).toMatch(/50\.0% \(1\/2\) │ +– │$/);
    expect(rows.find((row) => row.includes('  fabrication'))).toMatch(/1 │ +1 │$/);
  });
});

describe('describeAddresses', () => {
  const service = {
    api: 'http://127.0.0.1:3000',
    docs: 'http://127.0.0.1:3000/docs',
    temporal_ui: 'http://127.0.0.1:8233',
    mongodb_uri: 'mongodb://127.0.0.1:27017/assay?replicaSet=rs0',
    temporal_address: '127.0.0.1:7233',
    pids: { api: 11, worker: 12, mongod: 13, temporal: 14 },
  };
  const report = {
    service,
    temporalNamespace: 'default',
    account: { email: 'demo@assay.local', password: 'a secret', workspace: 'Demo' },
    key: 'assay_ws_1',
    experiments: [experiment],
  };

  it("links to the experiment's workflow in the Temporal UI", () => {
    expect(describeAddresses(report)).toContain(
      `http://127.0.0.1:8233/namespaces/default/workflows/experiment%2F${experiment.id}`,
    );
  });

  it('names the address of Temporal when its UI is not ours', () => {
    const text = describeAddresses({ ...report, service: { ...service, temporal_ui: null } });

    expect(text).toMatch(/^Temporal +127\.0\.0\.1:7233$/m);
    expect(text).not.toContain('null');
  });

  it('ends with a request that a shell can run as it is', () => {
    const text = describeAddresses(report);
    const body = /-d '(.*)'$/m.exec(text)?.[1] ?? '';

    expect(text).toContain("-H 'Authorization: Bearer assay_ws_1'");
    expect(body).not.toContain("'");
    expect(JSON.parse(body)).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant' }],
    });
  });
});
