import { type LinkMention, scanAddresses, scanHosts, scanPaths, scanUrls } from '../text/links';
import type { UndoLog } from './undo-log';

const MAX_PATH_DEPTH = 16;
const MAX_PATHS = 200;
/** "{id}", "<id>", ":id", "[id]": in its place a link has a value. */
const PLACEHOLDER = /^(?:\{.*\}|<.*>|\[.*\]|:[\w-]+|\$\{?\w+\}?)$/;
const SEPARATORS = /[/?&=]/;

const parseHost = (key: string): string => key.split(/[/?@]/).find((piece) => piece.includes('.')) ?? key;

/** The links of the evidence. */
export class LinkIndex {
  /** Keys of every link, and of every leading part of its path. */
  private readonly keys = new Set<string>();
  /** Paths stated apart from their host, "/orders/{id}", and links with placeholders, in parts. */
  private readonly paths: string[][] = [];
  /** The last link of each host, for explanations; an email address comes before a URL. */
  private readonly urls = new Map<string, LinkMention>();
  private readonly addresses = new Map<string, LinkMention>();

  constructor(private readonly log: UndoLog) {}

  /** Adds the links of complete lines, which begin at the place `at`: no link goes beyond the end of its line. */
  addLines(lines: string, at: number): void {
    for (const mention of [...scanUrls(lines), ...scanHosts(lines)]) this.addLink(mention, at, this.urls);
    for (const path of scanPaths(lines))
      if (this.paths.length < MAX_PATHS) this.log.push(this.paths, path.split(SEPARATORS));
    for (const mention of scanAddresses(lines)) this.addLink(mention, at, this.addresses);
  }

  private addLink(mention: LinkMention, at: number, byHost: Map<string, LinkMention>): void {
    const { key, start, end } = mention;
    this.log.add(this.keys, key);
    this.log.set(byHost, parseHost(key), { ...mention, start: at + start, end: at + end });
    let slash = key.indexOf('/');
    for (let depth = 0; slash !== -1 && depth < MAX_PATH_DEPTH; depth += 1) {
      this.log.add(this.keys, key.slice(0, slash));
      slash = key.indexOf('/', slash + 1);
    }
  }

  /** Whether the evidence has the link, or a longer one that starts with it. */
  has(key: string): boolean {
    return this.keys.has(key);
  }

  /**
   * Whether the link is made of parts that the evidence states: a link and a path, or one with values in the place of its
   * placeholders, of which `isStated` says whether they are stated too.
   */
  isJoined(key: string, isStated: (value: string) => boolean): boolean {
    const isAt = (path: readonly string[], parts: readonly string[]): boolean =>
      parts.length <= path.length &&
      parts.every((part, index) => {
        const expected = path[index] as string;
        return part === expected || (PLACEHOLDER.test(expected) && isStated(part));
      });
    if (this.paths.some((path) => isAt(path, key.split(SEPARATORS)))) return true;
    let slash = key.indexOf('/');
    for (let depth = 0; slash !== -1 && depth < MAX_PATH_DEPTH; depth += 1) {
      if (this.keys.has(key.slice(0, slash))) {
        const rest = key.slice(slash).split(SEPARATORS);
        if (this.paths.some((path) => isAt(path, rest))) return true;
      }
      slash = key.indexOf('/', slash + 1);
    }
    return false;
  }

  /** A link of the same host as the key, or null. */
  findNear(key: string): LinkMention | null {
    return this.linkOf(parseHost(key));
  }

  /** A link of the host that is named first, or null. */
  get example(): LinkMention | null {
    const host = this.urls.keys().next().value ?? this.addresses.keys().next().value;
    return host === undefined ? null : this.linkOf(host);
  }

  private linkOf(host: string): LinkMention | null {
    return this.addresses.get(host) ?? this.urls.get(host) ?? null;
  }
}
