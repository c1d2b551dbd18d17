import type { ResolvedSettings } from '../settings.js';
import { Vocabulary } from './vocabulary.js';

const cache = new Map<string, Vocabulary>();

/** The vocabulary for a project's version and own rows. Built once for each. */
export function vocabularyFor(settings: ResolvedSettings): Vocabulary {
  const key = JSON.stringify([settings.version, settings.vocabulary]);
  const known = cache.get(key);
  if (known) return known;
  const made = new Vocabulary(settings.version, settings.vocabulary);
  cache.set(key, made);
  return made;
}
