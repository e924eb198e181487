// Form fields of the design system in every state.
import { Field } from '../../components/field.js'

export const FieldStates = () => (
  <section>
    <h2>Fields</h2>
    <form class="panel" method="get" action="/styleguide">
      <div class="pair">
        <Field
          name="plain"
          label="Plain"
          value=""
          hint="A hint says what belongs here."
          error={undefined}
          placeholder="Example"
        />
        <Field
          name="wrong"
          label="With an error"
          value="31.1.2027"
          hint="A date."
          error="The expiry is a date, such as 2027-01-31."
        />
      </div>
      <div class="pair">
        <Field name="date" type="date" label="Date" value="2027-01-31" hint="Whole UTC days." error={undefined} />
        <div class="field">
          <label for="role">Choice</label>
          <select id="role" name="role">
            <option>Viewer: read only</option>
            <option>Owner: full access</option>
          </select>
        </div>
      </div>
      <div class="beside">
        <Field
          name="beside"
          label="With a button beside it"
          value=""
          hint="On a phone the button is below."
          error={undefined}
        />
        <button class="primary" type="submit">
          Add
        </button>
      </div>
      <div class="field">
        <label>
          <input type="checkbox" checked />
          Checked
        </label>
      </div>
      <div class="field">
        <label for="disabled">Disabled</label>
        <input id="disabled" disabled value="Cannot be changed" />
      </div>
    </form>
  </section>
)
