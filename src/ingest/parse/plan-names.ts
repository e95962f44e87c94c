/**
 * What people call a plan: the id of the feed ("TRK10"), the published id ("trk10-46714310f6") or the link
 * ("https://esim.example/go/anka/trk10-46714310f6?via=api"). Every file and every command accepts all three.
 */
import { planId } from './plan-id.ts';

export interface PlanRef {
  readonly provider: string;
  /** A published id or an id of the feed. */
  readonly plan: string;
}

/** null: the text is no link of a plan. */
export function planOfLink(text: string): PlanRef | null {
  const [, provider = '', plan = ''] = /(?:^|\/)go\/([^/?#]+)\/([^/?#]+)(?:[?#]|$)/.exec(text) ?? [];
  if (provider === '' || plan === '') return null;
  try {
    return { provider: decodeURIComponent(provider), plan: decodeURIComponent(plan) };
  } catch {
    return null;
  }
}

/**
 * Every id under which the plan of this name is published. A source with many providers puts the provider in front of the
 * id of the feed, because two shops may use the same one.
 */
export function publishedIds(provider: string, written: string): readonly string[] {
  const name = planOfLink(written)?.plan ?? written;
  return [...new Set([planId(name), planId(`${provider}-${name}`)])];
}

/** The keys of the plans that a name may mean: provider and published id. The provider of a link must be the given one. */
export function planKeys(provider: string, written: string): readonly string[] {
  const link = planOfLink(written);
  if (link !== null && link.provider !== provider) return [];
  return publishedIds(provider, written).map((id) => `${provider}/${id}`);
}

/** A plan of the operator's files as commands write it. A link of another provider stays as it is, because it is a mistake. */
export function shownName(provider: string, written: string): string {
  const link = planOfLink(written);
  return `${provider}/${link?.provider === provider ? link.plan : written}`;
}
