import type { FormEvent } from 'react';
import { pictureTypes } from '../../../domain/files/contract/limits.ts';
import type { Product, ProductPhoto } from '../../../domain/shop/contract/product.ts';
import { maxAlternativeLength, maxProductPictures } from '../../../domain/shop/contract/product-kinds.ts';
import { picturePath } from '../../../paths/paths.ts';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useChange } from '../../core/data/use-change.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import { FileButton } from '../../widgets/file-button.tsx';
import { Failure } from '../../widgets/form.tsx';
import { productChanges as changes } from './queries.ts';

/** Each act is saved at once; the form of the product knows nothing of them. */
export function ProductPhotographs({ product: { id, pictures } }: { product: Product }) {
  const t = useTranslations();
  const save = useChange(
    (wanted: ProductPhoto[]) => callFunction('changeProduct', { id, pictures: wanted, from: { pictures } }),
    { changes },
  );
  const add = useChange((file: File) => uploadFile('addProductPicture', { id }, file), { changes });
  const disabled = save.isPending || add.isPending;
  const without = (picture: ProductPhoto) => pictures.filter((other) => other !== picture);
  const saveTexts = (at: number) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as ProductPhoto['texts'];
    save.mutate(pictures.map((picture, n) => (n === at ? { ...picture, texts: typed } : picture)));
  };
  return (
    <section className="grid gap-4" aria-busy={disabled}>
      <h2>{t('shopAdmin.pictures')}</h2>
      <p className="field-hint">{t('shopAdmin.picturesHint', { most: maxProductPictures })}</p>
      <ol className="grid gap-6">
        {pictures.map((picture, at) => (
          <li key={picture.id} className="grid gap-4 sm:grid-cols-[8rem_1fr]">
            <img src={picturePath(picture.id, 320)} alt="" width="128" height="128" className="rounded-card" />
            <form onSubmit={saveTexts(at)} className="grid gap-4">
              {(['en', 'de'] as const).map((language) => (
                <TextField
                  key={language}
                  id={`${picture.id}-${language}`}
                  name={language}
                  lang={language}
                  label={t(language === 'en' ? 'shopAdmin.shownEn' : 'shopAdmin.shownDe')}
                  defaultValue={picture.texts[language]}
                  maxLength={maxAlternativeLength}
                />
              ))}
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" disabled={disabled}>
                  {t('shopAdmin.save')}
                </Button>
                {at > 0 && (
                  <ActionButton
                    disabled={disabled}
                    onClick={() => save.mutate(without(picture).toSpliced(at - 1, 0, picture))}
                  >
                    {t('shopAdmin.up')}
                  </ActionButton>
                )}
                <ActionButton disabled={disabled} onClick={() => save.mutate(without(picture))}>
                  {t('shopAdmin.removePicture')}
                </ActionButton>
              </div>
            </form>
          </li>
        ))}
      </ol>
      <Failure error={save.error ?? add.error} title={t('shopAdmin.notSaved')} />
      {pictures.length < maxProductPictures && (
        <div>
          <FileButton
            label={t('shopAdmin.addPicture')}
            accept={pictureTypes}
            disabled={disabled}
            onFile={(file) => add.mutate(file)}
          />
        </div>
      )}
    </section>
  );
}
