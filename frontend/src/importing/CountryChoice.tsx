// Whose numbers a file has, where it does not say so itself.
import type { ImportPreview } from "../api/types.ts";
import { nameOf, numberWords } from "./countries.ts";
import { rememberedCountry } from "./mapping.ts";
import type { Importing } from "./useImport.ts";

interface CountryChoiceProps {
  preview: ImportPreview;
  /** With which the numbers were counted. */
  country: string;
  importing: Importing;
}

export function CountryChoice({ preview, country, importing }: CountryChoiceProps) {
  const { numbers } = preview;
  const isGuessed = country !== "" && country === numbers.likely && rememberedCountry(preview) === null;
  const offered = numbers.countries
    .map((code) => [code, nameOf(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <div className="import-country">
      <label>
        Phone numbers without a country are from
        <select
          value={importing.said.country ?? country}
          onChange={(event) => importing.chooseCountry(event.target.value)}
        >
          <option value="">no country: kept as they are written</option>
          {offered.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p className={numbers.unread > 0 ? "problem" : "quiet"} role="status">
        {numberWords(numbers, country)}
        {isGuessed && " Guessed from the rest of the file."}
      </p>
    </div>
  );
}
