type SumLineProps = { text: string; amount: string; isTotal?: boolean };

export function SumLine({ text, amount, isTotal = false }: SumLineProps) {
  return (
    <div
      className={
        isTotal ? 'flex flex-wrap justify-between gap-x-4 font-bold' : 'flex flex-wrap justify-between gap-x-4'
      }
    >
      <dt className="min-w-0 wrap-anywhere">{text}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
