import { isDeepStrictEqual } from 'node:util';
import type { TrafficSetting } from '../../../packages/detector';
import { createWithinLimits } from '../../access/limits/creation-limits';
import { currentTime } from '../../platform/clock';
import { conflict, valueError } from '../../platform/errors/error-templates';
import type { Page, PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { checkModel, type ModelRegistry } from '../../providers/model-registry';
import type { JudgeConfig } from '../llm-judge/judge-config';
import {
  findEvaluator,
  insertEvaluator,
  listEvaluators,
  replaceEvaluatorVersion,
  saveDefaultEvaluator,
} from './evaluator.repository';
import type { EvaluatorKind, EvaluatorRecord } from './evaluator-record';
import { getEvaluatorVersion } from './requested-evaluator';

const modelLoc = ['body', 'config', 'model'];

export interface NewEvaluator {
  name: string;
  kind: EvaluatorKind;
  config: JudgeConfig | null;
  traffic: TrafficSetting | null;
}

/** Absent fields are not changed. */
export interface EvaluatorChange {
  name?: string | undefined;
  /** Of a judge. */
  config?: JudgeConfig | undefined;
  /** Of an embedded evaluator. */
  traffic?: TrafficSetting | undefined;
  isDefault?: boolean | undefined;
}

export type EvaluatorService = ReturnType<typeof createEvaluatorService>;

/** Lists, creates and changes the evaluators of workspaces. */
export function createEvaluatorService({ registry, pager }: { registry: ModelRegistry; pager: Pager }) {
  return {
    async list(workspaceId: string, query: PageQuery): Promise<Page<EvaluatorRecord>> {
      return pager.list({
        order: byTime,
        scope: ['evaluators', workspaceId],
        query,
        find: (after, limit) => listEvaluators(workspaceId, after, limit),
      });
    },

    /**
     * Creates the first version of an evaluator; returns the existing one if the `id` exists.
     * @throws AppError model_unknown; conflict if the name is taken, or beyond a limit
     */
    async create(workspaceId: string, id: string, evaluator: NewEvaluator): Promise<EvaluatorRecord> {
      if (evaluator.config !== null) checkModel(registry, evaluator.config.model, modelLoc);
      const record = {
        ...evaluator,
        id,
        version: 1,
        workspaceId,
        isDefault: false,
        createdAt: currentTime(),
      };
      try {
        await inTransaction(async (session) => {
          const insert = () => insertEvaluator(record, session);
          await createWithinLimits(workspaceId, 'evaluator_versions', session, insert);
        });
        return record;
      } catch (error) {
        const existing = isDuplicateKey(error) ? await findEvaluator(workspaceId, id, 1) : null;
        if (existing === null) throw nameTaken(error, evaluator.name);
        return existing;
      }
    },

    /**
     * Applies a change and returns the result. A change of name or config creates a new version.
     * @throws AppError not_found, model_unknown, value_error; conflict if the name is taken, or beyond a limit
     */
    async change(workspaceId: string, id: string, change: EvaluatorChange): Promise<EvaluatorRecord> {
      if (change.config !== undefined) checkModel(registry, change.config.model, modelLoc);
      try {
        return await inTransaction(async (session) => {
          const current = await getEvaluatorVersion(workspaceId, id, undefined, session);
          checkChange(current, change);
          const nextVersion = applyChange(current, change);
          if (nextVersion.isDefault && !current.isDefault)
            await saveDefaultEvaluator(workspaceId, id, session);
          if (nextVersion.version !== current.version) {
            const replace = () => replaceEvaluatorVersion(nextVersion, session);
            await createWithinLimits(workspaceId, 'evaluator_versions', session, replace);
          }
          return nextVersion;
        });
      } catch (error) {
        throw nameTaken(error, change.name);
      }
    },
  };
}

function applyChange(current: EvaluatorRecord, change: EvaluatorChange): EvaluatorRecord {
  const name = change.name ?? current.name;
  const config = change.config ?? current.config;
  const traffic = change.traffic ?? current.traffic;
  const nextVersion = { ...current, name, config, traffic };
  const isDefault = change.isDefault ?? current.isDefault;
  const version = isDeepStrictEqual(nextVersion, current) ? current.version : current.version + 1;
  return { ...nextVersion, isDefault, version };
}

function checkChange(current: EvaluatorRecord, { config, traffic, isDefault }: EvaluatorChange): void {
  if (
    (config !== undefined && current.config === null) ||
    (traffic !== undefined && current.config !== null)
  ) {
    const problem = `an evaluator of kind ${current.kind} has another config`;
    throw valueError(problem, { loc: ['body', 'config'] });
  }
  if (isDefault === false && current.isDefault) {
    const problem = 'a workspace needs a default evaluator; set another evaluator as the default instead';
    throw valueError(problem, { loc: ['body', 'is_default'], input: false });
  }
}

/** Maps a duplicate key error to a conflict; returns any other error unchanged. */
function nameTaken(error: unknown, name: string | undefined): unknown {
  if (!isDuplicateKey(error)) return error;
  const message = 'Another evaluator of this workspace has this name';
  return conflict(message, { loc: ['body', 'name'], input: name, cause: error });
}
