import type { Product, ProductPhoto } from '../../domain/shop/contract/product.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import { picturePath } from '../../paths/paths.ts';
import { useTranslations } from '../../ui/translations-context.ts';
import { ProductDrawing } from './product-drawing.tsx';

type PictureProps = {
  product: Pick<Product, 'kind' | 'pictures' | 'tagsEach'>;
  className?: string;
  sizes?: string;
  loading?: 'lazy' | undefined;
};

/** Beside the name of the product, which says what it is. */
export function ProductPicture({
  product: { kind, pictures, tagsEach },
  className = '',
  sizes = onShelf,
  loading,
}: PictureProps) {
  const [picture] = pictures;
  const cut = `aspect-[4/3] object-cover ${className}`;
  if (picture) return <Photograph {...{ picture, sizes, loading }} alt="" className={cut} />;
  return (
    <svg viewBox="0 0 160 120" className={className} aria-hidden="true">
      <ProductDrawing kind={kind} isSingle={tagsEach === 1} />
    </svg>
  );
}

/** Less than they are: on a phone with three pixels for each of CSS the small file is good enough, too. */
const onShelf = '(min-width: 40rem) 320px, 106px';
const onPage = '(min-width: 48rem) 32rem, 92vw';

type PhotographProps = Pick<PictureProps, 'className' | 'loading'> & {
  picture: ProductPhoto;
  alt: string;
  lang?: string | undefined;
  sizes: string;
};

function Photograph({ picture: { id }, alt, className = '', ...shown }: PhotographProps) {
  const [small, large] = [picturePath(id, 320), picturePath(id, 1600)];
  return (
    <img
      src={large}
      srcSet={`${small} 320w, ${large} 1600w`}
      alt={alt}
      {...shown}
      width="1600"
      height="1600"
      className={`h-auto rounded-card ${className}`}
    />
  );
}

/** All photographs of the product, the first one large, in one row the others; each leads to itself. */
export function ProductGallery({ product }: { product: Product }) {
  const t = useTranslations();
  const { pictures, names } = product;
  const name = textIn(names, t.language);
  if (pictures.length === 0) return <ProductPicture product={product} className="w-full" />;
  return (
    <ul className="grid grid-cols-5 content-start gap-3">
      {pictures.map((picture, n) => (
        <li key={picture.id} className={n === 0 ? 'col-span-5' : undefined}>
          <a href={picturePath(picture.id, 1600)}>
            <span className="sr-only">
              {t('shopPage.openPhotograph', { which: n + 1, count: pictures.length, name })}
            </span>
            <Photograph
              picture={picture}
              alt={textIn(picture.texts, t.language)}
              lang={textIn({ ...picture.texts, en: '' }, t.language) ? undefined : 'en'}
              sizes={n === 0 ? onPage : '6rem'}
              loading={n === 0 ? undefined : 'lazy'}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
