import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { vocabularyNames } from '../../analysis/vocabulary/vocabulary.js';

const path = fileURLToPath(new URL('../../schema/eslint-plugin-stitchkit.schema.json', import.meta.url));
const text = readFileSync(path, 'utf8');

interface Schema {
  properties: { vocabulary: { items: { properties: { as: { enum: readonly string[] } } } } };
}

it('the published schema offers the names of the vocabulary (`vitest -u` writes them)', async () => {
  const schema = JSON.parse(text) as Schema;
  schema.properties.vocabulary.items.properties.as.enum = [...vocabularyNames()].sort();
  const fresh = await format(JSON.stringify(schema), { ...(await resolveConfig(path)), filepath: path });
  await expect(fresh).toMatchFileSnapshot(path);
});
