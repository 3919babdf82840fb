// Whose numbers a file has, where it does not say so itself.
import type { ImportPreview } from "../api/types.ts";
import { nameOf, numberWords } from "./countries.ts";
import type { Importing } from "./useImport.ts";

interface CountryChoiceProps {
  numbers: ImportPreview["numbers"];
  /** With which the numbers were counted. */
  country: string;
  importing: Importing;
}

export function CountryChoice({ numbers, country, importing }: CountryChoiceProps) {
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
        {country !== "" && country === numbers.likely && " Guessed from the rest of the file."}
      </p>
    </div>
  );
}
