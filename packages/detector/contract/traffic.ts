/** Kinds of conversations that differ in what a clean reply looks like. */
export const trafficKinds = ['rag', 'short_chat', 'agent', 'summaries'] as const;
export type TrafficKind = (typeof trafficKinds)[number];

/** `auto`: the kind is recognized for each reply. */
export const trafficSettings = ['auto', ...trafficKinds] as const;
export type TrafficSetting = (typeof trafficSettings)[number];
