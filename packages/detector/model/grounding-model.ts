import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../base/package-folder';
import type { TrafficKind } from '../contract/traffic';
import type { Lexicon } from '../gazetteers/lexicon';
import type { FeatureTable } from './features/feature-table';
import type { JudgedReply } from './features/judged-reply';
import { computeLexicalKeys, KEYS_PER_WORD } from './features/lexical-keys';
import { computeReplyFeatures } from './features/reply-level-features';
import { computeSentenceFeatures } from './features/sentence-model-features';
import { computeWordFeatures } from './features/word-model-features';
import { GroupKeyModel, WordKeyModel } from './key-models';
import { type ReplyScale, type ReplyTraits, readTraits, rescale } from './reply-scale';
import { TreeEnsemble } from './tree-ensemble';
import { readLexicon, readWeightsFile } from './weights-file';
import { WordNetwork } from './word-network';

/** How likely a reply, and each of its words, is at fault. */
export interface ReplyScore {
  /** Of the reply, 0..1. */
  score: number;
  /** Of each word, 0..1. */
  probabilities: Float32Array;
  features: FeatureTable;
}

/** The same, before the kind of traffic is known. */
export type ReplyMeasures = Omit<ReplyScore, 'score'> & { traits: ReplyTraits };

export interface Thresholds {
  /** Replies with a lower score count as clean. */
  reply: number;
  /** Words from this probability on are flagged in other replies. */
  word: number;
}

/** Scores replies of one kind of traffic. */
export interface ReplyModel {
  thresholds: Thresholds;
  score(judged: JudgedReply): ReplyScore;
}

/**
 * The trained part of the evaluator: a network over words, a model of sentences, one of replies. It is described in
 * docs/embedded-evaluator.md.
 */
export class GroundingModel {
  readonly lexicon: Lexicon;
  readonly thresholds: Thresholds;
  private readonly wordKeys: WordKeyModel;
  private readonly sentenceKeys: GroupKeyModel;
  private readonly replyKeys: GroupKeyModel;
  private readonly words: WordNetwork;
  private readonly sentences: TreeEnsemble;
  private readonly replies: TreeEnsemble;

  /** Reads the weights that `npm run train` writes. @throws Error when they cannot be read */
  constructor(
    path: string,
    private readonly scale: ReplyScale,
  ) {
    const weights = readWeightsFile(path);
    const { wordThreshold } = JSON.parse(weights.text('settings')) as { wordThreshold: number };
    this.thresholds = { reply: scale.threshold, word: wordThreshold };
    this.lexicon = readLexicon(weights);
    this.wordKeys = new WordKeyModel(weights);
    this.sentenceKeys = new GroupKeyModel(weights, 'sentenceKeys');
    this.replyKeys = new GroupKeyModel(weights, 'keyScore');
    this.words = new WordNetwork(weights);
    this.sentences = new TreeEnsemble(weights, 'sentences');
    this.replies = new TreeEnsemble(weights, 'replies');
  }

  /** The model of one kind of traffic. */
  for(traffic: TrafficKind): ReplyModel {
    const weights = this.scale.traffic[traffic];
    return {
      thresholds: this.thresholds,
      score: (judged) => {
        const { traits, ...measures } = this.measure(judged);
        return { ...measures, score: rescale(traits, weights) };
      },
    };
  }

  measure(judgedReply: JudgedReply): ReplyMeasures {
    const features = computeWordFeatures(judgedReply);
    const keys = computeLexicalKeys(features, judgedReply);
    features.add('lexical').set(this.wordKeys.score(keys));
    const ofNetwork = this.words.predict(features);
    const { sentences } = judgedReply.reply;
    const sentenceScores = Float32Array.from(sentences, ({ from, to }) =>
      this.sentenceKeys.score(keys.subarray(from * KEYS_PER_WORD, to * KEYS_PER_WORD)),
    );
    const ofSentences = this.sentences.predict(
      computeSentenceFeatures(features, sentences, ofNetwork.words, sentenceScores),
    );
    const ofReply = this.replies.predict(
      computeReplyFeatures(features, sentences, {
        words: ofNetwork.words,
        sentences: ofSentences,
        keys: this.replyKeys.score(keys),
        network: ofNetwork.reply,
      }),
    );
    const traits = readTraits(ofReply[0] as number, features, judgedReply);
    return { traits, probabilities: ofNetwork.words, features };
  }
}

let shipped: GroundingModel | null = null;

/** The model with the weights that come with Assay, read once a process. @throws Error when they cannot be read */
export function loadGroundingModel(): GroundingModel {
  shipped ??= new GroundingModel(...shippedWeights());
  return shipped;
}

/** The arguments of the constructor for the weights that come with Assay. */
export function shippedWeights(): [path: string, scale: ReplyScale] {
  const folder = join(packageFolder, 'models');
  const scale = readFileSync(join(folder, 'reply-scale.json'), 'utf8');
  return [join(folder, 'grounding.bin.gz'), JSON.parse(scale) as ReplyScale];
}
