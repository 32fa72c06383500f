import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pictureTypes } from '../../../domain/files/contract/limits.ts';
import type { Product, ProductPhoto } from '../../../domain/shop/contract/product.ts';
import { maxAlternativeLength, maxProductPictures } from '../../../domain/shop/contract/product-kinds.ts';
import { picturePath } from '../../../paths/paths.ts';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { uploadFile } from '../../core/files/files.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { FileButton } from '../../widgets/file-button.tsx';
import { Failure, useChange } from '../../widgets/form.tsx';
import { productChanges as changes } from './queries.ts';

/** Each act is saved at once, and a text when its picture is left: the form of the product knows nothing of them. */
export function ProductPhotographs({ product: { id, pictures } }: { product: Product }) {
  const send = (wanted: ProductPhoto[]) => callFunction('changeProduct', { id, pictures: wanted, from: { pictures } });
  // After a conflict, too, the list is read anew.
  const save = useChange(send, { changes, always: true });
  const add = useChange((file: File) => uploadFile('addProductPicture', { id }, file), { changes });
  const disabled = save.isPending || add.isPending;
  const failure = save.error ?? add.error;
  const labelOf = (what: 'save' | 'up' | 'removePicture' | 'shownEn' | 'shownDe', at: number) =>
    t('shopAdmin.ofPicture', { what: t(`shopAdmin.${what}`), number: at + 1 });
  const without = (picture: ProductPhoto) => pictures.filter((other) => other !== picture);
  const withTexts = (picture: ProductPhoto, form: HTMLFormElement): ProductPhoto => {
    const texts = Object.fromEntries(new FormData(form)) as ProductPhoto['texts'];
    const isChanged = shownIn.some(([language]) => texts[language] !== (picture.texts[language] ?? ''));
    return isChanged ? { ...picture, texts } : picture;
  };
  const section = useRef<HTMLElement>(null);
  const [waits, setWaits] = useState(false);
  const saveTexts = () => {
    const forms = [...(section.current?.querySelectorAll<HTMLFormElement>('li > form') ?? [])];
    const typed = pictures.map((picture, at) => (forms[at] ? withTexts(picture, forms[at]) : picture));
    const isChanged = typed.some((picture, at) => picture !== pictures[at]);
    // What is left while something is being saved is saved after it.
    setWaits(isChanged && disabled);
    if (isChanged && !disabled) save.mutate(typed);
  };
  const saveWaiting = useEffectEvent(saveTexts);
  useEffect(() => {
    if (waits && !disabled) saveWaiting();
  }, [waits, disabled]);
  const moveUp = (picture: ProductPhoto, at: number, form: HTMLFormElement) =>
    save.mutate(without(picture).toSpliced(at - 1, 0, withTexts(picture, form)));
  return (
    <section ref={section} className="grid gap-4" aria-busy={disabled}>
      <h2>{t('shopAdmin.pictures')}</h2>
      <p className="field-hint">{t('shopAdmin.picturesHint', { most: maxProductPictures })}</p>
      <ol className="grid gap-6">
        {pictures.map((picture, at) => (
          <li key={picture.id} className="grid gap-4 sm:grid-cols-[8rem_1fr]">
            <img src={picturePath(picture.id, 320)} alt="" width="128" height="128" className="rounded-card" />
            <form
              className="grid gap-4"
              onSubmit={(event) => {
                event.preventDefault();
                saveTexts();
              }}
              onBlur={({ currentTarget: form, relatedTarget }) => {
                if (!form.contains(relatedTarget) && !relatedTarget?.matches('[data-cancel]')) saveTexts();
              }}
            >
              {shownIn.map(([language, shown]) => (
                <TextField
                  key={language}
                  id={`${picture.id}-${language}`}
                  name={language}
                  lang={language}
                  label={t(`shopAdmin.${shown}`)}
                  aria-label={labelOf(shown, at)}
                  defaultValue={picture.texts[language]}
                  maxLength={maxAlternativeLength}
                />
              ))}
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" disabled={disabled} aria-label={labelOf('save', at)}>
                  {t('shopAdmin.save')}
                </Button>
                {at > 0 && (
                  <ActionButton
                    disabled={disabled}
                    aria-label={labelOf('up', at)}
                    onClick={({ currentTarget: { form } }) => form && moveUp(picture, at, form)}
                  >
                    {t('shopAdmin.up')}
                  </ActionButton>
                )}
              </div>
            </form>
            <div className="sm:col-start-2">
              <ConfirmButton
                label={labelOf('removePicture', at)}
                verb={t('shopAdmin.removePicture')}
                question={t('shopAdmin.removePictureQuestion', { number: at + 1 })}
                action={() => send(without(picture))}
                {...{ changes, always: true }}
              />
            </div>
          </li>
        ))}
      </ol>
      <p role="status">{save.isSuccess && !waits && t('profile.saved')}</p>
      {failure && (
        <div ref={showWhole}>
          <Failure error={failure} title={t('shopAdmin.notSaved')} />
        </div>
      )}
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

const shownIn = [
  ['en', 'shownEn'],
  ['de', 'shownDe'],
] as const;

const showWhole = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' });
