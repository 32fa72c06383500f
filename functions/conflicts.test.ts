import { expect, test } from 'vitest';
import { labelMeasures, makeAdministrator, makeLabelTemplate, makeOwner } from '../test/make.ts';
import { shareApp } from '../test/shared-app.ts';

const sharedApp = shareApp();

const conflict = (now: object) => ({ status: 409, error: { details: { reason: 'changed-elsewhere', now } } });

test('what one administrator saves of the brand is not replaced by another who had not read it; a repeated save and other fields are no conflict', async () => {
  const ada = await makeAdministrator(await sharedApp(), 'Ada');
  const { own: from } = await ada.call('readBrand', {});
  const footer = { texts: { en: 'Open daily' }, links: [] };
  for (const _twice of [1, 2]) await ada.call('changeBrand', { tagline: 'Found again', footer, from });
  await ada.call('changeBrand', { legalName: 'Trove Co', from });
  const late = { tagline: 'Typed here', legalName: 'Trove Ltd', address: 'Weg 1' };
  expect(await ada.tryCall('changeBrand', { ...late, from })).toMatchObject(
    conflict({ tagline: 'Found again', legalName: 'Trove Co', address: '' }),
  );
  expect(await ada.tryCall('changeBrand', { footer: { texts: {}, links: [] }, from: { footer: {} } })).toMatchObject(
    conflict({ footer }),
  );
  expect((await ada.call('readBrand', {})).own).toMatchObject({ tagline: 'Found again', address: '', footer });
  await ada.call('changeBrand', { ...late, from: { tagline: 'Found again', legalName: 'Trove Co' } });
  expect((await ada.call('readBrand', {})).own).toMatchObject({ ...late, footer });
});

test('another default language than was read stays, and what is offered can be changed beside it', async () => {
  const ada = await makeAdministrator(await sharedApp(), 'Ada');
  const from = { default: (await ada.call('readLanguages', {})).default };
  await ada.call('changeLanguages', { default: 'de', from });
  expect(await ada.tryCall('changeLanguages', { default: 'fr', finder: { it: false }, from })).toMatchObject(
    conflict({ default: 'de' }),
  );
  const { finder } = await ada.call('changeLanguages', { finder: { vi: false }, from });
  expect([finder.includes('it'), finder.includes('vi')]).toEqual([true, false]);
  await ada.call('changeLanguages', { default: 'en', from: { default: 'de' } });
});

test('a label template keeps the measures that another device saved when only its name was changed; its measures are one field', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeLabelTemplate(owner, { ...labelMeasures, name: 'Mine' });
  const read = { ...labelMeasures, name: 'Mine' };
  const wider = { ...labelMeasures, leftMargin: labelMeasures.leftMargin + 0.5 };
  await owner.call('updateLabelTemplate', { ...wider, name: 'Mine', id, from: { ...labelMeasures } });
  for (const _twice of [1, 2])
    expect(await owner.call('updateLabelTemplate', { ...read, name: 'Ours', id, from: { name: 'Mine' } })).toEqual({
      ...wider,
      name: 'Ours',
      id,
    });
  const lower = { ...read, topMargin: labelMeasures.topMargin + 0.5 };
  expect(await owner.tryCall('updateLabelTemplate', { ...lower, id, from: { ...labelMeasures } })).toMatchObject(
    conflict({ leftMargin: wider.leftMargin, topMargin: labelMeasures.topMargin }),
  );
  expect(await owner.call('updateLabelTemplate', { ...lower, id }), 'without from').toEqual({ ...lower, id });
});
