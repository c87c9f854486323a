/** A word with a hyphen inside, with the signs beside it. */
const HYPHENED = /(\S+-\S+)/;

/** A text whose words stay whole where it wraps: "Т-Банк" is one name. CSS has no word for that, and another sign than "-" would be copied. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(HYPHENED).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={`${index} ${part}`} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
